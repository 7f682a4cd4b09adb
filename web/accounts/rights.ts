import type { User } from '@tocsin/core/resources/users/types'
import { toast } from '../notices/toast'
import { store } from '../store'
import { currentAccount } from '../data/account'
import { client, deniedAtom, sessionOf } from '../data/api'
import { faceOf } from '../data/resources'

/**
 * Reads the account's permissions from the server, and refreshes the token if they have changed since it was issued
 * (T17). Called when the server refuses an offered action, or when the console refuses one that may be allowed by now.
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
  const { role, permissions } = (await client.get(faceOf('users'), account.id)) as User
  if (role === account.role && permissions.join() === account.permissions.join()) return
  await sessionOf(account.id).refresh(account.token)
  toast({ tone: 'trouble', text: (t) => t('notices.rightsChanged') })
}

/** Renews the permissions whenever the server refuses an action that the account's permissions allow. */
export function followRights(): void {
  store.sub(deniedAtom, () => void renewRights().catch(() => undefined))
}
