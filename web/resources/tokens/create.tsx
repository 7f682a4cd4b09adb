import { useMemo } from 'react'
import { PRODUCT } from '@tocsin/core/base/constants'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useAccount } from '../../data/account'
import { ResourceForm } from '../../form/resource-form'
import { NewRecord } from '../../pages/new-record'
import type { ListProps } from '../../pages/screen'
import { PermissionChoice } from './permission-choice'

const WIDGETS = { can: PermissionChoice }

/** A new token: its name, its permissions, how long it lasts and, for staff, its client. Its text is told once. */
export default function TokenCreate({ resource }: ListProps) {
  const { userType } = useAccount()
  const whole: Resource = useMemo(
    () => ({ ...resource, fields: { ...resource.fields, ...resource.creation?.input } }),
    [resource],
  )
  // A user of a client has that client, and people of a monitoring provider have none.
  const asked = ['name', ...(userType === PRODUCT ? ['ClientId'] : []), 'expires', 'can']
  return (
    <NewRecord resource={resource}>
      {(form) => <ResourceForm {...form} of={whole} only={asked} widgets={WIDGETS} />}
    </NewRecord>
  )
}
