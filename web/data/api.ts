import { refreshToken } from '@tocsin/core/api/auth'
import { createClient } from '@tocsin/core/api/client'
import { ApiError } from '@tocsin/core/base/errors'
import { fetchTransport } from '@tocsin/core/api/fetch-transport'
import { createHttp, type Http, type Transport, type WireRequest } from '@tocsin/core/api/http'
import { claimsOf, createSession, type Profile, type ProfileStore, type Session } from '@tocsin/core/api/session'
import { atom } from 'jotai/vanilla'
import { currentLocale } from '../preferences'
import { store } from '../store'
import { currentAccount, loseAccount, renewAccount, stopFor } from './account'
import { readProfile } from './profiles'
import { usesRoutesV2 } from './routes-v2'
import { tokenInAddress } from './template-token'
import { newId } from '../new-id'

/** Longest wait for a response, in milliseconds; for an upload it is ten times as long. */
const PATIENCE = 30_000
/**
 * Longest wait for a refresh, in milliseconds. It is shorter than the time in which the server accepts the same refresh
 * token again (T45), so that a lost response does not end the session.
 */
const REFRESH_PATIENCE = 6_000

/** Number of requests under way, for the spinner of the top bar. */
export const pendingAtom = atom(0)
const patienceFor = ({ url, body }: WireRequest): number =>
  url.endsWith('/authentication/refresh-token')
    ? REFRESH_PATIENCE
    : body instanceof Uint8Array
      ? 10 * PATIENCE
      : PATIENCE

const counted =
  (transport: Transport): Transport =>
  async (request) => {
    store.set(pendingAtom, (count) => count + 1)
    const stop = AbortSignal.timeout(patienceFor(request))
    const signal = request.signal ? AbortSignal.any([request.signal, stop]) : stop
    try {
      return await transport({ ...request, signal })
    } catch (error) {
      if (stop.aborted && !request.signal?.aborted) throw new ApiError({ status: 0, code: 'TIMEOUT' })
      throw error
    } finally {
      store.set(pendingAtom, (count) => count - 1)
    }
  }

const parts = {
  transport: counted(fetchTransport((...call) => fetch(...call))),
  base: '/api',
  locale: currentLocale,
  routesV2: usesRoutesV2,
  boundary: () => `tocsin-${newId()}`,
  now: Date.now,
  templateToken: tokenInAddress,
}

/** Makes calls without an account, or with the token that the caller passes. */
export const openHttp = createHttp(parts)

/** The stored profile of an account. It is refreshed under a lock of the browser, so that tabs refresh a token once. */
const storeOf = (id: number): ProfileStore => ({
  read: () => readProfile(id),
  write: (profile) => (profile ? renewAccount(profile) : Promise.resolve()),
  // Locks exist only in a secure context. Elsewhere tabs may refresh at once, and the server accepts the token again.
  exclusively: (run) => (navigator.locks ? navigator.locks.request(`refresh:${id}`, run) : run()),
})

const sessions = new Map<number, Session>()

/** Returns the session of an account stored here. */
export function sessionOf(id: number): Session {
  const known = sessions.get(id)
  if (known) return known
  const session = createSession({
    store: storeOf(id),
    callRefresh: renew,
    now: Date.now,
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  })
  sessions.set(id, session)
  return session
}

/** The codes that mean that nobody is signed in any more, and not that one action is forbidden. */
const LOST = new Set(['NOT_AUTHENTICATED', 'EXPIRED_REFRESH_TOKEN', 'INVALID_AUTHORIZATION_HEADER', 'JWT_EXPIRED'])

/** Refusals of a refresh, whatever their code: each of them ends the session. */
const refusedRefreshes = new WeakSet<ApiError>()

/** Returns whether the server has said that a session is over. */
export const isLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 401 && (LOST.has(error.code) || refusedRefreshes.has(error))

/** Refreshes a token, and records a refusal as a refusal of a refresh. */
async function renew(stale: string): ReturnType<typeof refreshToken> {
  try {
    return await refreshToken(openHttp, stale)
  } catch (error) {
    if (error instanceof ApiError) refusedRefreshes.add(error)
    throw error
  }
}

/** Returns the id of the session that a token belongs to, since a user may have started another session meanwhile. */
const sessionIn = (profile: Profile): unknown => claimsOf(profile.token)['sid']

/**
 * Returns the session of the tab. A refresh that fails five times without a refusal ends the work of this tab, once:
 * the account stays stored, and the address and the drafts are kept (SESS-06, SESS-09).
 */
const tabSession = (id: number): Session => ({
  ...sessionOf(id),
  refresh: async (stale) => {
    // A late request belongs to an account that this tab has left.
    if (currentAccount()?.id !== id) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
    try {
      return await sessionOf(id).refresh(stale)
    } catch (error) {
      if (error instanceof ApiError && !isLost(error) && currentAccount()?.id === id) stopFor(error)
      throw error
    }
  },
})

let open: { id: number; http: Http } | undefined

/** Counts refusals of actions that the account's permissions allow: it has lost them since its token was issued. */
export const deniedAtom = atom(0)

const isNews = (error: unknown, held: readonly string[]): boolean => {
  if (!(error instanceof ApiError) || error.code !== 'FORBIDDEN') return false
  const { permission } = error.details ?? {}
  return typeof permission === 'string' && permission.split(' | ').some((one) => held.includes(one))
}

/** Longest wait for another tab to report the reason an account is gone, in milliseconds. */
const NEWS = 500

/** Makes calls as the account of this tab. A lost session leads to the sign-in, and then back to the same page. */
const asThisAccount =
  (httpOf: (id: number) => Http): Http =>
  async (call) => {
    const account = currentAccount()
    if (!account) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
    const { id } = account
    try {
      return await httpOf(id)(call)
    } catch (error) {
      if (isNews(error, account.permissions)) store.set(deniedAtom, (count) => count + 1)
      if (isLost(error)) {
        // Another tab may just have lost the session and be about to report the reason, which is then shown.
        const isGone = error.code === 'NOT_AUTHENTICATED' && !(await readProfile(id))
        if (isGone) await new Promise((said) => setTimeout(said, NEWS))
        if (isGone && currentAccount()?.id !== id) throw error
        const stored = await readProfile(id)
        // The failure of a request from an earlier session does not end the present session.
        if (!stored || sessionIn(stored) === sessionIn(account)) await loseAccount(id, error)
      }
      throw error
    }
  }

export const http: Http = asThisAccount((id) => {
  if (open?.id !== id) open = { id, http: createHttp({ ...parts, session: tabSession(id) }) }
  return open.http
})

/** Makes the same calls through a transport that observes the wire. */
export const httpThrough = (through: (transport: Transport) => Transport): Http =>
  asThisAccount((id) => createHttp({ ...parts, transport: through(parts.transport), session: tabSession(id) }))

/** Calls the API through the declarations, as the account of this tab. */
export const client = createClient(http)
