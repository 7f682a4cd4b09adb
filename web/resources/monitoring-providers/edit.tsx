import { ProviderForm } from './provider-form'
import { EditRecord } from '../../pages/edit-record'
import type { RecordProps } from '../../pages/screen'

/** The page that edits a monitoring provider. A save also sends the provider its data again. */
export default function ProviderEdit(props: RecordProps) {
  return <EditRecord {...props}>{(form) => <ProviderForm {...form} />}</EditRecord>
}
