import type { Ref } from 'react'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { FIELDS_OF_TYPES, TYPES_OF_CLIENTS } from '@tocsin/core/resources/monitoring-providers/types'
import type { Row } from '../../data/row'
import { resourceOf } from '../../data/nouns'
import { ResourceForm, type FormHandle } from '../../form/resource-form'

type Props = {
  /** Null makes a new provider. */
  record: Row | null
  /** What the place it is made in gives. */
  given?: Draft
  /** In a client's own tab: of the kinds only the first three, and the client is settled. */
  inClient?: boolean
  locked?: string | null
  onSaved: (row: Row) => void
  onFailed?: (error: unknown) => void
  onCancel: () => void
  handle?: Ref<FormHandle>
}

/** A monitoring provider, to be made or changed; what is asked for hangs on its kind. A change is pushed (PROV-14). */
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
