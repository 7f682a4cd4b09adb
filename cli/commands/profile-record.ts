import { changeOwnPassword, ownName, ownPassword, readOwnUser, renameOwnUser } from '@tocsin/core/api/profile'
import type { Profile } from '@tocsin/core/api/session'
import { notSignedIn } from '../account'
import { requireValid } from '@tocsin/core/vocabulary/require-valid'
import type { Context } from '../context'
import { isDryRun } from '../given'
import { readSecrets } from '../input'
import { layoutOf } from '../layout'
import { showRecord } from '../named-rows'
import type { Row } from '../output'
import { askSecret, canAsk, unanswered } from '../prompts'
import { readText } from './sign-in'

/** Returns the account that the command runs as. Refuses if nobody is signed in. */
export async function requireProfile(context: Context): Promise<Profile> {
  const profile = await context.account()
  if (!profile) throw await notSignedIn(context)
  return profile
}

async function show(context: Context, record: object): Promise<void> {
  const users = await context.findResource('users')
  if (users) await showRecord(context, users, layoutOf(context, users, 'record'), record as Row)
}

/** Shows the signed-in user's own record. */
export async function get(context: Context): Promise<void> {
  const { id } = await requireProfile(context)
  await show(context, await readOwnUser(await context.http(), id))
}

/** Changes the signed-in user's own name. */
export async function update(context: Context, flags: Record<string, unknown>): Promise<void> {
  const { id } = await requireProfile(context)
  const name = await readText(context, flags, 'name', 'cli.profile.name')
  requireValid(ownName, { name })
  const http = await ((await isDryRun(context, flags)) ? context.dryHttp() : context.http())
  await show(context, await renameOwnUser(http, id, name))
}

/** Changes the signed-in user's own password. Asks for the current one, if there is one, and for the new one. */
export async function changePassword(context: Context, flags: Record<string, unknown>): Promise<void> {
  const { io, t } = context
  const http = await context.http()
  const { id } = await requireProfile(context)
  // Asks the server, since another session may have set a password meanwhile.
  const { hasPassword } = await readOwnUser(http, id)
  const [readsOldPassword, readsNewPassword] = [
    hasPassword && flags['oldPasswordStdin'] === true,
    flags['passwordStdin'] === true,
  ]
  const lines = readsOldPassword || readsNewPassword ? await readSecrets(io) : []
  const secret = async (given: string | undefined, variable: string, question: string, flag: string) => {
    const known = given ?? (io.env[variable] || undefined)
    if (known !== undefined) return known
    if (canAsk(context)) return askSecret(context, t(question))
    throw unanswered(context, flag)
  }
  const oldPassword = hasPassword
    ? await secret(
        readsOldPassword ? (lines.shift() ?? '') : undefined,
        'TOCSIN_OLD_PASSWORD',
        'cli.profile.oldPassword',
        '--old-password-stdin',
      )
    : undefined
  const asked = !readsNewPassword && !io.env['TOCSIN_PASSWORD']
  const password = await secret(
    readsNewPassword ? (lines.shift() ?? '') : undefined,
    'TOCSIN_PASSWORD',
    'cli.profile.newPassword',
    '--password-stdin',
  )
  // The user types a hidden password twice.
  const passwordConfirm = asked ? await askSecret(context, t('cli.profile.repeat')) : password
  const given = { ...(oldPassword === undefined ? {} : { oldPassword }), password, passwordConfirm }
  requireValid(ownPassword(hasPassword), given)
  await changeOwnPassword(http, id, given)
  await context.findResource('users')
  await context.note(t('resources.users.passwordUpdated'))
}
