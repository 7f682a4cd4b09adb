import { EditRecord } from '../../pages/edit-record'
import type { RecordProps } from '../../pages/screen'
import { CodeForm } from './code-form'

/** The page that edits a registration code, in the same steps. */
export default function CodeEdit(props: RecordProps) {
  return <EditRecord {...props}>{(form) => <CodeForm {...form} />}</EditRecord>
}
