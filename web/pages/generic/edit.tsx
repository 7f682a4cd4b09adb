import { useMemo } from 'react'
import { ResourceForm } from '../../form/resource-form'
import { ChangedRecord } from '../changed-record'
import { fixedFields } from '../fixed-fields'
import { wholeOf } from '../form-fields'
import { useT } from '../../words'
import type { RecordProps } from '../screen'

/** Changes a record, from its declaration alone. */
export default function GenericEdit(props: RecordProps) {
  const t = useT()
  const whole = useMemo(() => wholeOf(props.resource), [props.resource])
  return (
    <ChangedRecord {...props}>
      {(form) => <ResourceForm {...form} of={whole} fixed={fixedFields(whole, form.record, t)} />}
    </ChangedRecord>
  )
}
