import { EditRecord } from '../../pages/edit-record'
import type { RecordProps } from '../../pages/screen'
import { AppForm } from './app-form'

/** The page that edits an app, for whoever comes from a list: the settings of its page. */
export default function AppEdit(props: RecordProps) {
  return <EditRecord {...props}>{(form) => <AppForm {...form} />}</EditRecord>
}
