import { useMemo } from 'react'
import { PRODUCT } from '@tocsin/core/base/constants'
import { mayDo, type Viewer } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { useSelectedClient } from '../../data/selected-client'
import { createHref, editAndBackHref, here, showHref } from '../../navigation/hrefs'
import { rolesOf } from './roles-of'
import { Page } from '../../pages/page'
import { CreateButton } from '../../table/create-button'
import { ResourceTable } from '../../table/resource-table'
import { useT } from '../../words'
import type { FixedFilters, ListProps } from '../../pages/screen'

const isByClient = ({ role }: Viewer, clientId: number | null): clientId is number =>
  role === 'clientManager' && clientId !== null

export const where: FixedFilters = (_, viewer, clientId) => ({
  withSites: true,
  ...(isByClient(viewer, clientId) ? { ClientId: clientId } : {}),
})

/**
 * The users of the viewer's own kind (USERS-02, A-042), as the server chooses them: staff see staff, whatever client
 * they work in; client managers see their clients' users, narrowed to the selected client.
 */
export default function UserList({ resource }: ListProps) {
  const t = useT()
  const account = useAccount()
  const { id: clientId } = useSelectedClient()
  const fixed = useMemo(() => where(resource, account, clientId), [resource, account, clientId])
  const create = createHref('users', isByClient(account, clientId) ? { ClientId: clientId } : {}, here())
  return (
    <Page
      scrollsItself
      title={t('resources.users.names')}
      actions={<CreateButton of={resource} href={create} where={fixed} />}
    >
      <ResourceTable
        of={resource}
        where={fixed}
        columns={account.userType === PRODUCT && account.role !== 'clientManager' ? STAFF_COLUMNS : undefined}
        filters={['role', 'username']}
        filterChoices={rolesOf(account.role === 'clientManager' ? 'client' : account.userType, t)}
        owner="users"
        openHref={(row) => showHref('users', row.id)}
        {...(mayDo(account, resource, 'update')
          ? { editHref: (row: { id: number }) => editAndBackHref('users', row.id) }
          : {})}
        createHref={create}
        autoFocus
      />
    </Page>
  )
}

/** The columns of staff, who have no site. */
const STAFF_COLUMNS = ['name', 'username', 'email', 'role', 'active']
