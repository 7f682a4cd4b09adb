import type { User } from '@tocsin/core/resources/users/types'
import { toast } from '../notices/toast'
import { store } from '../store'
import { currentAccount } from '../data/account'
import { client, deniedAtom, sessionOf } from '../data/api'
import { resourceOf } from '../data/nouns'

/**
 * What somebody may do is the server's to say, and may have changed since their token was made (T17). Where the server
 * refuses what this console offers, or the console what the server may allow by now, it is asked.
 */
export function renewRights(): Promise<void> {
  // Once for all that is refused at the same time.
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

/** Asks once the server has refused what this account holds the permission for. */
export function followRights(): void {
  store.sub(deniedAtom, () => void renewRights().catch(() => undefined))
}
