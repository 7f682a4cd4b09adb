import { ProviderForm } from '../../providers/provider-form'
import { ChangedRecord } from '../changed-record'
import type { RecordProps } from '../index'

/** Changes a monitoring provider, and has it told its data again. */
export default function ProviderEdit(props: RecordProps) {
  return <ChangedRecord {...props}>{(form) => <ProviderForm {...form} />}</ChangedRecord>
}
