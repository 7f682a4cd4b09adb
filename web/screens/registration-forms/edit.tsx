import { ChangedRecord } from '../changed-record'
import type { RecordProps } from '../index'
import { FormForm } from './form-form'

/** Changes a registration form. */
export default function FormEdit(props: RecordProps) {
  return <ChangedRecord {...props}>{(form) => <FormForm {...form} />}</ChangedRecord>
}
