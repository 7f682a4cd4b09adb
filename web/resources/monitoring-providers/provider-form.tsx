import type { Ref } from 'react'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { FIELDS_OF_TYPES, TYPES_OF_CLIENTS } from '@tocsin/core/resources/monitoring-providers/types'
import type { Row } from '../../data/row'
import { resourceOf } from '../../data/resources'
import { ResourceForm, type FormHandle } from '../../form/resource-form'

type Props = {
  /** The provider to edit; null to create one. */
  record: Row | null
  /** The values that the page gives a new provider. */
  given?: Draft
  /** True in a client's own tab: only the types for clients are offered, and the client cannot be chosen. */
  inClient?: boolean
  locked?: string | null
  onSaved: (row: Row) => void
  onFailed?: (error: unknown) => void
  onCancel: () => void
  handle?: Ref<FormHandle>
}

/** Creates or edits a monitoring provider. The fields depend on its type. A change is pushed (PROV-14). */
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
