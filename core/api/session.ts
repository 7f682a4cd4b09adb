import { REFRESH_ATTEMPTS } from '../base/constants'
import { ApiError } from '../base/errors'
import { GUEST, type Impersonator, type Viewer } from '../vocabulary/permissions'

/** The stored part of a signed-in account (ENT-USER-05); the fields after `email` are ours. */
export type Profile = Viewer & {
  id: number
  token: string
  refreshToken: string
  /** Milliseconds since 1970, from the access token's exp. */
  expiredAt: number
  /** The lead of the server's clock over this machine's when the token came, in milliseconds; absent: they agree. */
  serverAhead?: number
  name: string
  email: string
  username: string
  ClientId: number | null
  SiteId: number | null
  /** The token of an MFA set-up that was begun: this account's alone, and therefore kept in the profile. */
  updateMFAToken: string | null
  /** Set by a change of the MFA method: the next update of the own record is followed by a refresh, once. */
  refreshAfterUpdate: boolean
  /** False until the user has set a password, which then comes before anything else. */
  hasPassword: boolean
  /** The methods by which sign-in asks for a code; empty when a password is enough. */
  mfaMethod: readonly string[]
  /** The person who really acts while signed in as this user. */
  impersonator: Impersonator | null
}

/** The answer of sign-in, verification or refresh. */
export type SignedIn = { token: string; refreshToken?: string; profile: Record<string, unknown> }

/** The claims of a token, read without verifying: the server verifies, a client only looks at times and names. */
export function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Returns the end of a token, in milliseconds since 1970; undefined when it does not say. */
export function expiryOf(token: string): number | undefined {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' ? exp * 1000 : undefined
}

/** Clocks that differ by less (milliseconds) agree: an answer takes time, and a token has whole seconds. */
const CLOCKS_AGREE = 10_000

/** Notes the difference between this machine's clock and that of the server whose token has just come. */
export function onServerClock(profile: Profile, now: number): Profile {
  const { serverAhead: _, ...rest } = profile
  const { iat } = claimsOf(profile.token)
  const ahead = typeof iat === 'number' ? iat * 1000 - now : 0
  return Math.abs(ahead) < CLOCKS_AGREE ? rest : { ...rest, serverAhead: ahead }
}

/**
 * Returns whether the access token has expired (SESS-02), by the clock of the server that gave it: ours may be hours
 * off. If ours was set since, the server says so (JWT_EXPIRED) or is asked once too often; the next token compares the
 * clocks anew.
 */
export const hasExpired = ({ expiredAt, serverAhead = 0 }: Profile, now: number): boolean =>
  expiredAt <= now + serverAhead

/** The permissions of a token's role claims; missing, empty or malformed gives a guest's (PERM-08, PERM-09, A-040). */
export function permissionsIn(token: string): string[] {
  const { roles } = claimsOf(token)
  const list = Array.isArray(roles) ? roles.filter((role): role is string => typeof role === 'string') : []
  return list.length > 0 ? list : [GUEST]
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const texts = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null)
const id = (value: unknown) => (typeof value === 'number' ? value : null)

/** Returns the profile to keep from an answer; fields it omits stay (A-009: the refresh token may not be replaced). */
export function profileFrom(answer: SignedIn, before?: Profile): Profile {
  const { profile } = answer
  return {
    id: id(profile['id']) ?? before?.id ?? 0,
    token: answer.token,
    refreshToken: answer.refreshToken ?? before?.refreshToken ?? '',
    expiredAt: expiryOf(answer.token) ?? 0,
    ...(before?.serverAhead === undefined ? {} : { serverAhead: before.serverAhead }),
    permissions: permissionsIn(answer.token),
    name: text(profile['name']) || (before?.name ?? ''),
    userType: text(profile['userType']) || (before?.userType ?? ''),
    role: text(profile['role']) || (before?.role ?? ''),
    email: text(profile['email']) || (before?.email ?? ''),
    username: text(profile['username']) || (before?.username ?? ''),
    ClientId: 'ClientId' in profile ? id(profile['ClientId']) : (before?.ClientId ?? null),
    SiteId: 'SiteId' in profile ? id(profile['SiteId']) : (before?.SiteId ?? null),
    updateMFAToken: before?.updateMFAToken ?? null,
    refreshAfterUpdate: before?.refreshAfterUpdate ?? false,
    hasPassword: typeof profile['hasPassword'] === 'boolean' ? profile['hasPassword'] : (before?.hasPassword ?? true),
    mfaMethod: texts(profile['mfaMethod']) ?? before?.mfaMethod ?? [],
    impersonator:
      'impersonator' in profile ? impersonatorFrom(profile['impersonator']) : (before?.impersonator ?? null),
  }
}

function impersonatorFrom(value: unknown): Impersonator | null {
  if (typeof value !== 'object' || value === null) return null
  const { id: by, name, username } = value as Record<string, unknown>
  return { id: id(by) ?? 0, name: text(name), username: text(username) }
}

/** Reads a profile from a store that others may have damaged; null where it holds none. */
export function profileFromStore(kept: unknown): Profile | null {
  if (typeof kept !== 'object' || kept === null) return null
  const profile = kept as Record<string, unknown>
  const { id: user, token, refreshToken, expiredAt, serverAhead, updateMFAToken, refreshAfterUpdate } = profile
  if (!Number.isSafeInteger(user) || (user as number) < 1) return null
  if (typeof token !== 'string' || token === '' || typeof refreshToken !== 'string') return null
  const read = profileFrom({ token, refreshToken, profile })
  return {
    ...read,
    expiredAt: id(expiredAt) ?? read.expiredAt,
    ...(typeof serverAhead === 'number' ? { serverAhead } : {}),
    updateMFAToken: text(updateMFAToken) || null,
    refreshAfterUpdate: refreshAfterUpdate === true,
  }
}

/** The store of one account's profile: the browser's storage, the CLI's credentials file. */
export type ProfileStore = {
  read: () => Promise<Profile | null>
  /** Replaces the stored profile of the same user; null removes it. */
  write: (profile: Profile | null) => Promise<void>
  /** Runs alone across tabs or processes, so that one expired token is refreshed once. */
  exclusively: <T>(run: () => Promise<T>) => Promise<T>
}

export type Session = {
  current: () => Promise<Profile | null>
  /** Returns a profile whose token differs from the stale one, refreshed here or by another tab or process. */
  refresh: (staleToken: string) => Promise<Profile>
  /** Changes the stored profile of the account, alone across tabs or processes. */
  change: (edit: (profile: Profile) => Profile) => Promise<void>
}

export type SessionParts = {
  store: ProfileStore
  callRefresh: (refreshToken: string) => Promise<SignedIn>
  now: () => number
  pause: (milliseconds: number) => Promise<void>
}

/**
 * Keeps one account signed in. Waiting requests share one refresh; it is tried up to five times while the network or
 * the server fails, and not again once the server has refused.
 */
export function createSession({ store, callRefresh, now, pause }: SessionParts): Session {
  let running: Promise<Profile> | undefined

  const refreshOnce = (staleToken: string) =>
    store.exclusively(async () => {
      const profile = await store.read()
      if (!profile) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
      if (profile.token !== staleToken && !hasExpired(profile, now())) return profile
      if (!profile.refreshToken) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
      const answer = await tryRefresh(profile.refreshToken).catch((error: unknown) => {
        throw refusedAs(profile.refreshToken, error)
      })
      const fresh = onServerClock(profileFrom(answer, profile), now())
      await store.write(fresh)
      return fresh
    })

  // Only the server can say that a refresh token has expired: a wrong clock here would sign people out for nothing.
  const refusedAs = (refreshToken: string, error: unknown): unknown => {
    if (!(error instanceof ApiError) || error.status !== 401 || (expiryOf(refreshToken) ?? Infinity) > now())
      return error
    return new ApiError({ status: 401, code: 'EXPIRED_REFRESH_TOKEN', requestId: error.requestId })
  }

  const tryRefresh = async (refreshToken: string): Promise<SignedIn> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await callRefresh(refreshToken)
      } catch (error) {
        const lasting =
          !(error instanceof ApiError) || (error.status !== 0 && error.status < 500 && error.status !== 429)
        if (lasting || attempt >= REFRESH_ATTEMPTS) throw error
        await pause(100 * 2 ** attempt)
      }
    }
  }

  return {
    current: () => store.read(),
    change: (edit) =>
      store.exclusively(async () => {
        const profile = await store.read()
        if (profile) await store.write(edit(profile))
      }),
    refresh(staleToken) {
      running ??= refreshOnce(staleToken).finally(() => {
        running = undefined
      })
      return running
    },
  }
}
