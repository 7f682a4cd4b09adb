import { ChangedRecord } from '../../pages/changed-record'
import type { RecordProps } from '../../pages/screen'
import { FormForm } from './form-form'

/** The page that edits a registration form. */
export default function FormEdit(props: RecordProps) {
  return <ChangedRecord {...props}>{(form) => <FormForm {...form} />}</ChangedRecord>
}
