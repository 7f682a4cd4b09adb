import { useMemo } from 'react'
import { ResourceForm } from '../../form/resource-form'
import { EditRecord } from '../edit-record'
import { fixedFields } from '../fixed-fields'
import { wholeOf } from '../form-fields'
import { useT } from '../../words'
import type { RecordProps } from '../screen'

/** The edit page of a resource without one of its own. The declaration alone says what the form asks. */
export default function GenericEdit(props: RecordProps) {
  const t = useT()
  const whole = useMemo(() => wholeOf(props.resource), [props.resource])
  return (
    <EditRecord {...props}>
      {(form) => <ResourceForm {...form} of={whole} fixed={fixedFields(whole, form.record, t)} />}
    </EditRecord>
  )
}
