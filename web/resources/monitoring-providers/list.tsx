import { useMemo } from 'react'
import { PRODUCT, PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { may, mayDo } from '@tocsin/core/vocabulary/permissions'
import { VIEW_GLOBAL } from '@tocsin/core/resources/monitoring-providers/types'
import { useAccount } from '../../data/account'
import { useSelectedClient } from '../../data/selected-client'
import { createHref, editAndBackHref, here, showHref } from '../../navigation/hrefs'
import { Page } from '../../pages/page'
import { CreateButton } from '../../table/create-button'
import { ResourceTable } from '../../table/resource-table'
import { useT } from '../../words'
import type { FixedFilters, ListProps } from '../../pages/screen'

/**
 * Returns the filter of the list. With the permission for global monitoring providers, staff see those of the
 * provider, and a client sees the global ones besides its own. Without it, staff see those of the selected client.
 */
export const where: FixedFilters = (_, viewer, clientId) => {
  const seesGlobal = may(viewer, VIEW_GLOBAL)
  if (viewer.userType === PRODUCT)
    return seesGlobal ? { ClientId: PROVIDER_CLIENT_ID } : clientId === null ? {} : { ClientId: clientId }
  return seesGlobal ? { includeGlobal: true } : {}
}

/** The monitoring providers of the viewer (PERM-42). */
export default function ProviderList({ resource }: ListProps) {
  const t = useT()
  const account = useAccount()
  const { id: clientId } = useSelectedClient()
  const fixed = useMemo(() => where(resource, account, clientId), [resource, account, clientId])
  const made = typeof fixed['ClientId'] === 'number' ? { ClientId: fixed['ClientId'] } : {}
  const create = createHref('monitoring-providers', made, here())
  return (
    <Page
      scrollsItself
      title={t('resources.monitoring-providers.names')}
      actions={<CreateButton of={resource} href={create} where={fixed} />}
    >
      <ResourceTable
        of={resource}
        where={fixed}
        filters={['providerType']}
        owner="monitoring-providers"
        openHref={(row) => showHref('monitoring-providers', row.id)}
        {...(mayDo(account, resource, 'update')
          ? { editHref: (row: { id: number }) => editAndBackHref('monitoring-providers', row.id) }
          : {})}
        createHref={create}
        autoFocus
      />
    </Page>
  )
}
