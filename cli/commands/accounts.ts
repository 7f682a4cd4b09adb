import { whoAmI } from '@tocsin/core/api/whoami'
import { hasExpired, profileFrom, type Profile } from '@tocsin/core/api/session'
import { chosenAccount, environmentProfile, notSignedIn, tokenGiven } from '../account'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { ownLayout } from '../layout'
import { askChoice, canAsk } from '../prompts'
import { rowWriter, writeRecord, type Layout, type Row } from '../output'
import { printSecret } from '../told-once'
import { noteOtherAccount } from './sign-in'

const expiryOf = ({ expiredAt }: Profile) => (Number.isFinite(expiredAt) ? new Date(expiredAt).toISOString() : null)

/** Returns the shown part of an account: never its tokens. */
const accountRow = (profile: Profile, host: string): Row => ({
  username: profile.username,
  name: profile.name,
  userType: profile.userType,
  role: profile.role,
  impersonator: profile.impersonator?.username ?? null,
  host,
  expiresAt: expiryOf(profile),
})

/** Returns the layout of accounts and sessions: these keys, or the ones of `--fields`. */
export const layout = (context: Context, keys: readonly string[]): Layout =>
  ownLayout(context, keys, (path) => context.t(`cli.auth.columns.${path}`))

const COLUMNS = ['username', 'name', 'userType', 'role', 'impersonator', 'host']

/** Lists the accounts of this host. */
export async function list(context: Context): Promise<void> {
  const { current, accounts } = (await context.credentials()).accountsOf(context.host)
  const writer = await rowWriter(layout(context, ['current', ...COLUMNS]), context.io.stdout)
  await writer.page(
    accounts.map((profile) => ({ ...accountRow(profile, context.host), current: profile.username === current })),
  )
  await writer.end()
}

/** Makes another signed-in account the one that commands use by default. */
export async function switchTo(context: Context, given: string | undefined): Promise<void> {
  const credentials = await context.credentials()
  const known = credentials.accountsOf(context.host).accounts.map(({ username }) => username)
  if (given === undefined && (!canAsk(context) || known.length === 0))
    throw usageError('cli.usage.missingArgument', { argument: '<account>' }, { next: 'tocsin auth list' })
  const username = given ?? (await askChoice(context, context.t('cli.auth.whichAccount'), known))
  const named = { ...context, settings: { ...context.settings, account: username } }
  await credentials.exclusively(async () =>
    credentials.change(context.host, (stored) => ({
      ...stored,
      current: chosenAccount(named, stored, credentials.hosts())?.username ?? null,
    })),
  )
  await context.note(context.t('cli.auth.switched', { username }))
  await noteOtherAccount(context, username)
}

async function storedAccount(context: Context): Promise<Profile | null> {
  const credentials = await context.credentials()
  return chosenAccount(context, credentials.accountsOf(context.host), credentials.hosts())
}

/**
 * Shows the account in use as the server sees it, or with `isCheck` nothing. Exits with 4 if there is none or the server
 * refuses it, so that a script can test for it.
 */
export async function status(context: Context, isCheck: boolean): Promise<void> {
  const { host, io, t } = context
  const token = tokenGiven(context)
  const profile = token ? environmentProfile(token) : await storedAccount(context)
  if (!profile) throw await notSignedIn(context)
  if (token && !isCheck) await context.note(t('cli.auth.shadowed'))
  const { profile: seen, token: given } = await whoAmI(await context.http())
  if (isCheck) return
  // The request may have refreshed the account.
  const used = await current(context)
  const client = await context.defaultClient()
  const row = {
    ...accountRow({ ...profileFrom({ token: used.token, profile: seen }, used), expiredAt: used.expiredAt }, host),
    ...(given ? { expiresAt: given.expiresAt } : {}),
    token: given?.name ?? null,
    ClientId: given?.ClientId ?? null,
    client: client && (client.name ?? client.id),
    source: token ? 'TOCSIN_TOKEN' : (await context.credentials()).path,
  }
  await writeRecord(row, layout(context, [...COLUMNS, 'expiresAt', 'token', 'ClientId', 'client', 'source']), io.stdout)
}

async function current(context: Context): Promise<Profile> {
  const profile = await (await context.session()).current()
  if (!profile) throw await notSignedIn(context)
  return profile
}

/** Prints the access token for another program, fresh enough to be used at once. */
export async function token(context: Context): Promise<void> {
  const profile = await current(context)
  const fresh = hasExpired(profile, context.io.now()) ? await (await context.session()).refresh(profile.token) : profile
  await printSecret(context, 'token', { token: fresh.token, expiresAt: expiryOf(fresh) })
}

/** Refreshes the tokens of the account in use. */
export async function refresh(context: Context): Promise<void> {
  const profile = await current(context)
  // The session refreshes the token unless another command has just done so.
  const fresh = await (await context.session()).refresh(profile.token)
  await context.note(context.t('cli.auth.refreshed', { host: context.host, username: fresh.username }))
}
