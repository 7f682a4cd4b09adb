import { PRODUCT, PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { mayDo, type Viewer } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { useSelectedClient } from '../../data/selected-client'
import { hasForms, viewOf } from '../../data/views'
import { createHref, editAndBackHref, here, screenAt, showHref } from '../../navigation/hrefs'
import { Page } from '../page'
import { columnsIn } from '../../table/columns'
import { CreateButton } from '../../table/create-button'
import { ResourceTable } from '../../table/resource-table'
import { useT } from '../../words'
import type { FixedFilters, ListProps } from '../screen'

/** The filters offered by lists that can include the provider's records; other lists offer all that narrow them. */
const WIDENING: Readonly<Record<string, (account: Viewer) => readonly string[]>> = {
  'registration-handlers': () => ['mode', 'showGlobal'],
  'registration-handlers-v2': ({ userType }) => (userType === PRODUCT ? ['showInternal'] : []),
}

/** Fixes the client that staff work in, where records of the resource belong to a client. */
const inClient = (({ tenant }, { userType }, clientId): Record<string, number> =>
  tenant && userType === PRODUCT && clientId !== null ? { [tenant]: clientId } : {}) satisfies FixedFilters

/** Fixes the client, and what the list asks besides; at the path of the clients' records none of the provider's (A-099). */
export const where: FixedFilters = (resource, viewer, clientId) => ({
  ...inClient(resource, viewer, clientId),
  ...viewOf(resource.name).asks,
  ...(screenAt(location.pathname)?.ofClients && viewer.userType === PRODUCT
    ? { where: `${resource.tenant}!=${PROVIDER_CLIENT_ID}` }
    : {}),
})

/** The list of a resource in the selected client, from its declaration alone. */
export default function GenericList({ resource }: ListProps) {
  const t = useT()
  const account = useAccount()
  const { id: clientId } = useSelectedClient()
  const fixed = inClient(resource, account, clientId)
  const create = createHref(resource.name, fixed, here())
  const { columns } = viewOf(resource.name)
  return (
    <Page
      scrollsItself
      title={t(`resources.${resource.name}.names`)}
      actions={<CreateButton of={resource} href={create} where={fixed} />}
    >
      <ResourceTable
        of={resource}
        where={where(resource, account, clientId)}
        columns={columns && columnsIn({ ...resource, columns }, account, fixed)}
        owner={resource.name}
        openHref={(row) => showHref(resource.name, row.id)}
        {...(hasForms(resource.name) && mayDo(account, resource, 'update')
          ? { editHref: (row: { id: number }) => editAndBackHref(resource.name, row.id) }
          : {})}
        createHref={create}
        filters={WIDENING[resource.name]?.(account)}
        autoFocus
      />
    </Page>
  )
}
