import { ProviderForm } from './provider-form'
import { ChangedRecord } from '../../pages/changed-record'
import type { RecordProps } from '../../pages/screen'

/** The page that edits a monitoring provider. A save also sends the provider its data again. */
export default function ProviderEdit(props: RecordProps) {
  return <ChangedRecord {...props}>{(form) => <ProviderForm {...form} />}</ChangedRecord>
}
