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

/** Longest that an answer is waited for, in milliseconds; a large upload is not a request that hangs. */
const PATIENCE = 30_000
/**
 * For a refresh it is shorter than the time in which the server takes the same refresh token again (T45): an answer that
 * is lost without a word must not cost the session.
 */
const REFRESH_PATIENCE = 6_000

/** How many requests are under way: the spinner of the top bar. */
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
  boundary: () => crypto.randomUUID?.() ?? `tocsin-${Math.random().toString(36).slice(2)}`,
  now: Date.now,
}

/** Calls as nobody, or with the token that a call brings. */
export const openHttp = createHttp(parts)

/** The profile of an account. Under a lock of the browser, so that tabs refresh a token once. */
const storeOf = (id: number): ProfileStore => ({
  read: () => readProfile(id),
  write: (profile) => (profile ? renewAccount(profile) : Promise.resolve()),
  // Without a secure context there are no locks; then the server's own window covers the race.
  exclusively: (run) => (navigator.locks ? navigator.locks.request(`refresh:${id}`, run) : run()),
})

const sessions = new Map<number, Session>()

/** The session of an account that is stored here. */
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

/** What says that nobody is signed in any more, and not that this one thing is not allowed. */
const LOST = new Set(['NOT_AUTHENTICATED', 'EXPIRED_REFRESH_TOKEN', 'INVALID_AUTHORIZATION_HEADER', 'JWT_EXPIRED'])

/** Refusals of a refresh, whichever their code: after one of these there is no session. */
const refusedRefreshes = new WeakSet<ApiError>()

/** Whether the server has said that a session is over. */
export const isLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 401 && (LOST.has(error.code) || refusedRefreshes.has(error))

/** Refreshes a token, and remembers a refusal as what it is. */
async function renew(stale: string): ReturnType<typeof refreshToken> {
  try {
    return await refreshToken(openHttp, stale)
  } catch (error) {
    if (error instanceof ApiError) refusedRefreshes.add(error)
    throw error
  }
}

/** Which session a token is of: a user may have begun another one meanwhile. */
const sessionIn = (profile: Profile): unknown => claimsOf(profile.token)['sid']

/**
 * The tab's own session. A refresh that the server cannot answer, five times, ends the work of this tab, kindly and once:
 * the account stays stored, and the address and what was typed are kept (SESS-06, SESS-09).
 */
const tabSession = (id: number): Session => ({
  ...sessionOf(id),
  refresh: async (stale) => {
    // What comes late asks for nobody any more.
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

/** Counts what the server refused although this account holds the permission for it: since its token was made, it lost it. */
export const deniedAtom = atom(0)

const isNews = (error: unknown, held: readonly string[]): boolean => {
  if (!(error instanceof ApiError) || error.code !== 'FORBIDDEN') return false
  const { permission } = error.details ?? {}
  return typeof permission === 'string' && permission.split(' | ').some((one) => held.includes(one))
}

/** How long another tab may take to say why an account is gone, in milliseconds. */
const NEWS = 500

/** Calls as the account of this tab. A session that is lost ends here: the sign-in comes, and then the same place. */
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
        // Where another tab has lost it a moment ago, that one is about to say why: that is what happened.
        const isGone = error.code === 'NOT_AUTHENTICATED' && !(await readProfile(id))
        if (isGone) await new Promise((said) => setTimeout(said, NEWS))
        if (isGone && currentAccount()?.id !== id) throw error
        const stored = await readProfile(id)
        // What was begun in a session that is over says nothing of the one that came after it.
        if (!stored || sessionIn(stored) === sessionIn(account)) await loseAccount(id, error)
      }
      throw error
    }
  }

export const http: Http = asThisAccount((id) => {
  if (open?.id !== id) open = { id, http: createHttp({ ...parts, session: tabSession(id) }) }
  return open.http
})

/** The same calls, through a transport that looks at what goes over the wire. */
export const httpThrough = (through: (transport: Transport) => Transport): Http =>
  asThisAccount((id) => createHttp({ ...parts, transport: through(parts.transport), session: tabSession(id) }))

/** The API through the declarations, as the account of this tab. */
export const client = createClient(http)
