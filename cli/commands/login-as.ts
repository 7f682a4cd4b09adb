import { impersonate } from '@tocsin/core/api/sign-in'
import { users } from '@tocsin/core/resources/users/index'
import { usageError } from '../command-error'
import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { auth as words } from '../messages/auth'
import { refuseBlocked } from '../obstacles'
import { findRecord } from '../references'
import { tokenOf } from '../settings'
import { noteOtherAccount, storeAccount } from './sign-in'

/** Makes the derived command `users login-as` store the session that the server returns. */
export function addLoginAs(context: Context, resourceCommand: LocalizedCommand, verb?: string): void {
  if (verb !== 'login-as') return
  context.addWords('auth', words)
  const command = resourceCommand.commands.find((one) => one.name() === verb) as LocalizedCommand
  command.examples = ['tocsin users login-as acme-admin']
  command.prints('nothing').handler(async ([user]) => loginAs(context, user as string))
}

/**
 * Signs in as another user and makes that the current account. The user's own account stays stored, so that
 * `tocsin auth switch` leads back to it.
 */
async function loginAs(context: Context, reference: string): Promise<void> {
  // The stored account would not be used, and the one to return to may not be stored.
  if (tokenOf(context.io.env)) throw usageError('cli.auth.tokenWins', {}, { next: 'unset TOCSIN_TOKEN' })
  const user = await findRecord(context, users, reference)
  await refuseBlocked(context, users, 'loginAs', user)
  const before = (await context.credentials()).accountsOf(context.host).accounts
  const profile = await storeAccount(context, await impersonate(await context.http(), user.id))
  const { username, impersonator } = profile
  await context.note(context.t('cli.auth.signedInAs', { username, impersonator: impersonator?.username ?? '' }))
  if (before.some((one) => one.username === username && !one.impersonator))
    await context.note(context.t('cli.auth.replaced', { username }))
  await noteOtherAccount(context, username)
}
