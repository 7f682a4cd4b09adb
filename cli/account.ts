import { refreshToken } from '@tocsin/core/api/auth'
import { ApiError } from '@tocsin/core/base/errors'
import { USER_TOKEN } from '@tocsin/core/base/constants'
import { createSession, expiryOf, claimsOf, profileFrom, type Profile, type Session } from '@tocsin/core/api/session'
import { quoteWord } from '@tocsin/core/command-line/line'
import type { HostAccounts } from './credentials'
import type { Context } from './context'
import { CommandError, usageError, type CommandErrorParts } from './command-error'
import { EXIT } from './exit-codes'
import { tokenOf } from './settings'

/** Returns the hint at the addresses that there are accounts for: another address than theirs is the likely mistake. */
const hintOfHosts = (hosts: readonly string[]): CommandErrorParts['hint'] =>
  hosts.length > 0 ? { key: 'cli.credentials.elsewhere', values: { hosts: hosts.join(', ') } } : undefined

/** Returns the account that a command runs as: the named one, else the host's current one. */
export function chosenAccount(
  { settings, io, host }: Pick<Context, 'settings' | 'io' | 'host'>,
  { current, accounts }: HostAccounts,
  hosts: readonly string[],
): Profile | null {
  const named = settings.account ?? (io.env['TOCSIN_ACCOUNT'] || undefined)
  const found = accounts.find(({ username }) => username === (named ?? current))
  if (found || named === undefined) return found ?? null
  throw new CommandError({
    code: 'UNKNOWN_ACCOUNT',
    exit: EXIT.authentication,
    key: 'cli.credentials.unknownAccount',
    values: { account: named, host },
    hint:
      accounts.length === 0
        ? (hintOfHosts(hosts) ?? { key: 'cli.credentials.none' })
        : { key: 'cli.credentials.known', values: { accounts: accounts.map(({ username }) => username).join(', ') } },
    next: `tocsin auth login --username ${quoteWord(named)}`,
  })
}

/** Matches a character that no header can have: Node refuses it with an error that names no variable. */
const NO_HEADER = /[^\t\x20-\x7e\x80-\xff]/

/**
 * Returns TOCSIN_TOKEN, if it is set. It is refused beside --account: each names the actor, and a command with both
 * would act as somebody whom one of them does not name. Set but empty it is refused where nothing else names the actor: a
 * script whose token was not made would act as the stored account.
 */
export function tokenGiven({ settings, io }: Pick<Context, 'settings' | 'io'>): string | undefined {
  const token = tokenOf(io.env)
  if (token === undefined && io.env['TOCSIN_TOKEN'] !== undefined && settings.account === undefined)
    throw usageError('cli.usage.noToken', { variable: 'TOCSIN_TOKEN' }, { field: 'TOCSIN_TOKEN' })
  if (token !== undefined && settings.account !== undefined)
    throw usageError('cli.usage.together', { flags: 'TOCSIN_TOKEN, --account' }, { field: '--account' })
  if (token !== undefined && NO_HEADER.test(token))
    throw usageError('cli.usage.token', { variable: 'TOCSIN_TOKEN' }, { field: 'TOCSIN_TOKEN' })
  return token
}

/** Returns a profile for TOCSIN_TOKEN, which overrides everything stored, is never written and never refreshed. */
export function environmentProfile(token: string): Profile {
  const claims = claimsOf(token)
  return {
    ...profileFrom({ token, profile: { ...claims, id: Number(claims['sub']) || 0 } }),
    expiredAt: expiryOf(token) ?? Infinity,
  }
}

/** Makes the refusal where no account is there to act as. */
export async function notSignedIn(context: Context): Promise<CommandError> {
  const { host } = context
  const hint = hintOfHosts((await context.credentials()).hosts())
  return new CommandError({
    code: 'NOT_AUTHENTICATED',
    exit: EXIT.authentication,
    key: 'cli.credentials.nobody',
    values: { host },
    ...(hint ? { hint } : {}),
    next: 'tocsin auth login',
  })
}

/** Returns the session of the account in use, for calls that need one. */
export async function signedIn(context: Context): Promise<Session> {
  const session = await context.session()
  const current = async () => {
    const profile = await session.current()
    if (profile) return profile
    throw await notSignedIn(context)
  }
  return { ...session, current }
}

/** The session of the account in use; it reads the file on each call, since another command may have refreshed. */
export async function accountSession(context: Context): Promise<Session> {
  const token = tokenGiven(context)
  if (token) {
    const profile = environmentProfile(token)
    return {
      current: async () => profile,
      refresh: async () => {
        throw new ApiError({ status: 401, code: 'JWT_EXPIRED' })
      },
      change: async () => undefined,
    }
  }
  const credentials = await context.credentials()
  const { host, io } = context
  const current = chosenAccount(context, credentials.accountsOf(host), credentials.hosts())?.username
  return createSession({
    store: {
      read: async () => credentials.accountsOf(host).accounts.find(({ username }) => username === current) ?? null,
      write: async (profile) => {
        credentials.change(host, (stored) => ({
          ...stored,
          accounts: stored.accounts.flatMap((one) => (one.username === current ? (profile ? [profile] : []) : [one])),
        }))
      },
      exclusively: credentials.exclusively,
    },
    callRefresh: async (stale) => refreshToken(await context.anonymousHttp(), stale),
    now: io.now,
    pause: (milliseconds) => io.pause(milliseconds, io.signal),
  })
}

/**
 * Returns the account in use, as it was when it signed in; null where nobody is signed in. A token of a user says nothing of
 * them, so that the server is asked.
 */
export async function accountInUse(context: Context): Promise<Profile | null> {
  const token = tokenGiven(context)
  if (!token?.startsWith(USER_TOKEN)) return (await context.session()).current()
  const { whoAmI } = await import('@tocsin/core/api/whoami')
  const { profile } = await whoAmI(await context.http())
  const { permissions } = profile
  return { ...profileFrom({ token, profile }), permissions: permissions as string[], expiredAt: Infinity }
}
