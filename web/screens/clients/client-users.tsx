import { useLocation, useSearchParams } from 'wouter'
import type { Client } from '@tocsin/core/resources/clients/types'
import { useAccount } from '../../data/account'
import { editHref } from '../../navigation/hrefs'
import { rolesOf } from '../../people/roles-of'
import { UserDialog } from '../../people/user-dialog'
import { useT } from '../../words'
import { ClientList } from './client-list'
import { dialogHref, idAsked } from './dialog-href'

const DIALOG = 'user'

/** The users of a client, made and changed in dialogs (CLIENT-19). */
export function ClientUsers({ client }: { client: Client }) {
  const t = useT()
  const account = useAccount()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const asked = query.get(DIALOG)
  const id = idAsked(asked)
  return (
    <>
      <ClientList
        client={client}
        noun="users"
        filters={['role', 'username', 'SiteId']}
        filterChoices={rolesOf('client', t)}
        create={dialogHref(DIALOG, 'new')}
        // Of oneself only what stands in the own profile can be changed.
        edit={(user) => (user === account.id ? editHref('users', user) : dialogHref(DIALOG, String(user)))}
      />
      {(asked === 'new' || id !== null) && (
        <UserDialog
          key={asked}
          client={client}
          id={id}
          href={dialogHref(DIALOG, asked)}
          onClose={() => navigate(dialogHref(DIALOG, null), { replace: true })}
        />
      )}
    </>
  )
}
