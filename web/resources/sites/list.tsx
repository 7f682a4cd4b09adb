import { PRODUCT } from '@tocsin/core/base/constants'
import type { PlaceResourceName } from '@tocsin/core/resources/site-type'
import { useAccount } from '../../data/account'
import { useSelectedClient } from '../../data/selected-client'
import { PlaceButtons, PlaceTable, whereOfPlaces } from './place-table'
import { Page } from '../../pages/page'
import { useT } from '../../words'
import type { FixedFilters, ListProps } from '../../pages/screen'

/** @public the routes read it from the module, which `web/resources/index.ts` loads. */
export const where: FixedFilters = (_, __, clientId) => whereOfPlaces(clientId)

/** Sites or teams of the selected client, or of all clients. */
export default function PlaceList({ resource }: ListProps) {
  const t = useT()
  const { userType } = useAccount()
  const { id, client } = useSelectedClient()
  const resourceName = resource.name as PlaceResourceName
  const places = { resource: resourceName, clientId: id, locked: client?.locked ? client.name : null }
  return (
    <Page
      scrollsItself
      actions={<PlaceButtons {...places} />}
      title={t(`resources.${resourceName}.names`)}
      crumbs={userType === PRODUCT && client ? [{ label: client.name, href: `/clients/${client.id}/show` }] : []}
    >
      <PlaceTable {...places} owner={resourceName} autoFocus />
    </Page>
  )
}
