import type { Ref } from 'react'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { FIELDS_OF_TYPES, TYPES_OF_CLIENTS } from '@tocsin/core/resources/monitoring-providers/types'
import type { Row } from '../../data/row'
import { resourceOf } from '../../data/resources'
import { ResourceForm, type FormHandle } from '../../form/resource-form'

type Props = {
  /** Null to make a new provider. */
  record: Row | null
  /** Values given by the place where it is made. */
  given?: Draft
  /** True in a client's own tab: only the first three kinds, and the client is settled. */
  inClient?: boolean
  locked?: string | null
  onSaved: (row: Row) => void
  onFailed?: (error: unknown) => void
  onCancel: () => void
  handle?: Ref<FormHandle>
}

/** Makes or changes a monitoring provider; its fields depend on its kind. A change is pushed (PROV-14). */
export function ProviderForm({ record, given = {}, inClient = false, locked = null, ...rest }: Props) {
  return (
    <ResourceForm
      of={resourceOf('monitoring-providers')}
      record={record}
      where={given}
      only={['name', 'email', ...(inClient ? [] : ['ClientId']), 'providerType', ...FIELDS_OF_TYPES, 'active']}
      also={{ sync: true }}
      choices={(path) => (inClient && path === 'providerType' ? TYPES_OF_CLIENTS : undefined)}
      locked={locked}
      {...rest}
    />
  )
}
