import type { Client } from '@tocsin/core/resources/clients/types'
import { useAccount } from '../../data/account'
import { editHref } from '../../navigation/hrefs'
import { rolesOf, UserDialog } from '../users/parts'
import { useT } from '../../words'
import { ClientList } from './client-list'
import { useDialog } from '../../pages/use-dialog'

const DIALOG = 'user'

/** The users of a client, created and edited in dialogs (CLIENT-19). */
export function ClientUsers({ client }: { client: Client }) {
  const t = useT()
  const account = useAccount()
  const { asked, create, edit, props } = useDialog(DIALOG)
  return (
    <>
      <ClientList
        client={client}
        resource="users"
        filters={['role', 'username', 'SiteId']}
        filterChoices={rolesOf('client', t)}
        create={create}
        // One's own user is edited on the profile page, which the edit page redirects to.
        edit={(user) => (user === account.id ? editHref('users', user) : edit(user))}
      />
      {asked !== null && <UserDialog key={asked} client={client} {...props} />}
    </>
  )
}
