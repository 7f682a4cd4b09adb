import { EditRecord } from '../../pages/edit-record'
import type { RecordProps } from '../../pages/screen'
import { FormForm } from './form-form'

/** The page that edits a registration form. */
export default function FormEdit(props: RecordProps) {
  return (
    <EditRecord {...props} fills>
      {(form) => <FormForm {...form} />}
    </EditRecord>
  )
}
