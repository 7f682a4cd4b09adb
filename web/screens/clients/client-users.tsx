import { useLocation, useSearchParams } from 'wouter'
import type { Client } from '@tocsin/core/resources/clients/types'
import { useAccount } from '../../data/account'
import { editHref, here } from '../../navigation/hrefs'
import { rolesOf } from '../../people/roles-of'
import { UserDialog } from '../../people/user-dialog'
import { useT } from '../../words'
import { ClientList } from './client-list'

/** Names the user whose dialog is open, or `new`: it can be linked to, and Back closes it. */
const DIALOG = 'user'

/** Where the dialog of a user stands open; null: none. */
function hrefWith(user: string | null): string {
  const [path, query] = here().split('?')
  const params = new URLSearchParams(query)
  if (user === null) params.delete(DIALOG)
  else params.set(DIALOG, user)
  return `${path}?${params.toString()}`
}

/** The users of a client, made and changed in dialogs (CLIENT-19). */
export function ClientUsers({ client }: { client: Client }) {
  const t = useT()
  const account = useAccount()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const asked = query.get(DIALOG)
  const id = asked !== null && /^[1-9]\d{0,9}$/.test(asked) ? Number(asked) : null
  return (
    <>
      <ClientList
        client={client}
        noun="users"
        filters={['role', 'username', 'SiteId']}
        filterChoices={rolesOf('client', t)}
        create={hrefWith('new')}
        // Of oneself only what stands in the own profile can be changed.
        edit={(user) => (user === account.id ? editHref('users', user) : hrefWith(String(user)))}
      />
      {(asked === 'new' || id !== null) && (
        <UserDialog
          key={asked}
          client={client}
          id={id}
          href={hrefWith(asked)}
          onClose={() => navigate(hrefWith(null), { replace: true })}
        />
      )}
    </>
  )
}
