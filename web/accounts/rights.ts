import type { User } from '@tocsin/core/resources/users/types'
import { toast } from '../notices/toast'
import { store } from '../store'
import { currentAccount } from '../data/account'
import { client, deniedAtom, sessionOf } from '../data/api'
import { resourceOf } from '../data/resources'

/**
 * Asks the server for the permissions, which may have changed since the token was made (T17). It is asked when the
 * server refuses an offered action, or when the console refuses one that the server may allow by now.
 */
export function renewRights(): Promise<void> {
  // One request serves all refusals made at the same time.
  asking ??= ask().finally(() => (asking = undefined))
  return asking
}

let asking: Promise<void> | undefined

async function ask(): Promise<void> {
  const account = currentAccount()
  if (!account) return
  const { role, permissions } = (await client.get(resourceOf('users'), account.id)) as User
  if (role === account.role && permissions.join() === account.permissions.join()) return
  await sessionOf(account.id).refresh(account.token)
  toast({ tone: 'trouble', text: (t) => t('notices.rightsChanged') })
}

/** Asks once the server has refused an action that this account's permissions allow. */
export function followRights(): void {
  store.sub(deniedAtom, () => void renewRights().catch(() => undefined))
}
