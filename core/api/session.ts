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
  /**
   * The lead of the server's clock over this machine's when the token came, in milliseconds. Absent if the clocks
   * agree.
   */
  serverAhead?: number
  name: string
  email: string
  username: string
  ClientId: number | null
  SiteId: number | null
  /**
   * The token of an unfinished MFA set-up; null if there is none. It is valid for this account alone, so it is kept in
   * the profile.
   */
  updateMFAToken: string | null
  /**
   * True after a change of the MFA method or its address: the next update of the own record refreshes the session, once
   * (A-028).
   */
  refreshAfterUpdate: boolean
  /** False until the user has set a password, which then comes before anything else. */
  hasPassword: boolean
  /** The methods by which sign-in asks for a code; empty when a password is enough. */
  mfaMethod: readonly string[]
  /** The person who is signed in as this user; null if it is the user. */
  impersonator: Impersonator | null
}

/** The answer of sign-in, verification or refresh. */
export type SignedIn = { token: string; refreshToken?: string; profile: Record<string, unknown> }

/** Returns the claims of a token; none for a malformed one. It does not verify them: only the server does. */
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

/** Returns the expiry of a token, in milliseconds since 1970; undefined if the token has none. */
export function expiryOf(token: string): number | undefined {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' ? exp * 1000 : undefined
}

/**
 * The smallest difference between two clocks that counts, in ms. Smaller ones come from the duration of a request and
 * from tokens, which count whole seconds.
 */
const CLOCKS_AGREE = 10_000

/**
 * Returns the profile with the difference between this machine's clock and that of the server whose token has just
 * come.
 */
export function onServerClock(profile: Profile, now: number): Profile {
  const { serverAhead: _, ...rest } = profile
  const { iat } = claimsOf(profile.token)
  const ahead = typeof iat === 'number' ? iat * 1000 - now : 0
  return Math.abs(ahead) < CLOCKS_AGREE ? rest : { ...rest, serverAhead: ahead }
}

/**
 * Returns whether the access token has expired (SESS-02), by the clock of the server that issued it, since this
 * machine's clock may be hours off. If this machine's clock is set afterwards, the server refuses the token
 * (JWT_EXPIRED), or is asked for one refresh too many. The next token corrects the difference.
 */
export const hasExpired = ({ expiredAt, serverAhead = 0 }: Profile, now: number): boolean =>
  expiredAt <= now + serverAhead

/**
 * Returns the permissions in a token's role claims. Missing, empty or malformed claims give those of a guest (PERM-08,
 * PERM-09, A-040).
 */
export function permissionsIn(token: string): string[] {
  const { roles } = claimsOf(token)
  const list = Array.isArray(roles) ? roles.filter((role): role is string => typeof role === 'string') : []
  return list.length > 0 ? list : [GUEST]
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const texts = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null)
const id = (value: unknown) => (typeof value === 'number' ? value : null)

/**
 * Returns the profile to store after an answer. Fields that the answer omits keep their values (A-009: there may be no
 * new refresh token).
 */
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

/**
 * Returns the profile that was read from a store, or null if it is not a valid one: others may have damaged the store.
 */
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
  /** Runs a function while no other tab or process runs one, so that an expired token is refreshed once. */
  exclusively: <T>(run: () => Promise<T>) => Promise<T>
}

export type Session = {
  current: () => Promise<Profile | null>
  /** Returns a profile whose token differs from the stale one, refreshed here or by another tab or process. */
  refresh: (staleToken: string) => Promise<Profile>
  /** Changes the stored profile of the account while no other tab or process does. */
  change: (edit: (profile: Profile) => Profile) => Promise<void>
}

export type SessionParts = {
  store: ProfileStore
  callRefresh: (refreshToken: string) => Promise<SignedIn>
  now: () => number
  pause: (milliseconds: number) => Promise<void>
}

/**
 * Keeps one account signed in. Concurrent requests share one refresh. A refresh is tried up to five times while the
 * network or the server fails, and not again after the server has refused it.
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

  // A refresh token counts as expired only if the server has refused it as well: a wrong clock here would sign people
  // out for nothing.
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
          !(error instanceof ApiError) ||
          error.lasting ||
          (error.status !== 0 && error.status < 500 && error.status !== 429)
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
    async refresh(staleToken) {
      // A refresh that began for an older token may end with the very token that is stale by now.
      for (;;) {
        const isOwn = running === undefined
        running ??= refreshOnce(staleToken).finally(() => {
          running = undefined
        })
        const profile = await running
        if (isOwn || profile.token !== staleToken) return profile
      }
    },
  }
}
