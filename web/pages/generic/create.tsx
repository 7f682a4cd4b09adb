import { useMemo } from 'react'
import { ResourceForm } from '../../form/resource-form'
import { fieldsOfNew, wholeOf } from '../form-fields'
import type { ListProps } from '../screen'
import { NewRecord } from '../new-record'

/** Creates a record, from its declaration alone. */
export default function GenericCreate({ resource }: ListProps) {
  const whole = useMemo(() => wholeOf(resource), [resource])
  return (
    <NewRecord resource={resource}>
      {(form) => <ResourceForm {...form} of={whole} {...fieldsOfNew(resource.name)} />}
    </NewRecord>
  )
}
