import type { ListProps } from '../../pages/screen'
import { NewRecord } from '../../pages/new-record'
import { FormForm } from './form-form'

/** A new registration form. */
export default function FormCreate({ resource }: ListProps) {
  return (
    <NewRecord resource={resource} fills>
      {(form) => <FormForm {...form} />}
    </NewRecord>
  )
}
