import { signInLink } from '@tocsin/core/api/sign-in'
import { users } from '@tocsin/core/resources/users/index'
import type { Context } from '../context'
import { findRecord } from '../references'
import { printSecret } from '../told-once'

/** Prints a one-time sign-in link for a user. The link goes to stdout only. */
export async function printSignInLink(context: Context, reference: string): Promise<void> {
  // Adds the messages of users, which errors and notes use.
  await context.findResource('users')
  const user = await findRecord(context, users, reference)
  const answer = await signInLink(await context.http(), user.id)
  await printSecret(context, 'link', { link: answer.link, seconds: answer.seconds })
  await context.note(context.t('cli.auth.linkWorks', { name: user['name'], seconds: answer.seconds }))
}
