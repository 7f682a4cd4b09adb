import { ProviderForm } from './provider-form'
import { ChangedRecord } from '../../pages/changed-record'
import type { RecordProps } from '../../pages/screen'

/** Changes a monitoring provider, and sends it its data again. */
export default function ProviderEdit(props: RecordProps) {
  return <ChangedRecord {...props}>{(form) => <ProviderForm {...form} />}</ChangedRecord>
}
