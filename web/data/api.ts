import { refreshToken, signOut } from '@tocsin/core/auth'
import { createClient } from '@tocsin/core/client'
import { ApiError } from '@tocsin/core/errors'
import { fetchTransport } from '@tocsin/core/fetch-transport'
import { createHttp, type Http, type Transport } from '@tocsin/core/http'
import { createSession, type ProfileStore } from '@tocsin/core/session'
import { atom } from 'jotai/vanilla'
import { currentLocale } from '../preferences'
import { store } from '../store'
import { currentAccount, replaceAccount } from './account'
import { readProfile } from './profile-database'

/** Longest that an answer is waited for, in milliseconds; a large upload is not a request that hangs. */
const PATIENCE = 30_000

/** How many requests are under way: the spinner of the top bar. */
export const pendingAtom = atom(0)
/** Why the session ended, until somebody has read it at the sign-in. */
export const lostSessionAtom = atom<ApiError | null>(null)

const counted =
  (transport: Transport): Transport =>
  async (request) => {
    store.set(pendingAtom, (count) => count + 1)
    const stop = AbortSignal.timeout(request.body instanceof Uint8Array ? 10 * PATIENCE : PATIENCE)
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
  boundary: () => crypto.randomUUID?.() ?? `tocsin-${Math.random().toString(36).slice(2)}`,
  now: Date.now,
}

/** Calls as nobody. */
export const openHttp = createHttp(parts)

/** The profile of the account this tab works as. Under a lock of the browser, so that tabs refresh a token once. */
const storeOf = (id: number): ProfileStore => ({
  read: () => readProfile(id),
  write: (profile) => replaceAccount(id, profile),
  // Without a secure context there are no locks; then the server's own window covers the race.
  exclusively: (run) => (navigator.locks ? navigator.locks.request(`refresh:${id}`, run) : run()),
})

const sessionHttp = (id: number): Http =>
  createHttp({
    ...parts,
    session: createSession({
      store: storeOf(id),
      callRefresh: (stale) => refreshToken(openHttp, stale),
      now: Date.now,
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    }),
  })

/** What says that nobody is signed in any more, and not that this one thing is not allowed. */
const LOST = new Set([
  'NOT_AUTHENTICATED',
  'EXPIRED_REFRESH_TOKEN',
  'INVALID_AUTHORIZATION_HEADER',
  'JWT_EXPIRED',
  'INVALID_USER',
  'MISSING_TOKEN',
])

let open: { id: number; http: Http } | undefined

/** Calls as the account of this tab. A session that is lost ends here: the sign-in comes, and then the same place. */
export const http: Http = async (call) => {
  const id = currentAccount()?.id
  if (id === undefined) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
  if (open?.id !== id) open = { id, http: sessionHttp(id) }
  try {
    return await open.http(call)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && LOST.has(error.code)) {
      store.set(lostSessionAtom, error)
      await replaceAccount(id, null)
    }
    throw error
  }
}

/** The API through the declarations, as the account of this tab. */
export const client = createClient(http)

/** Leaves: the server ends the session where it can be reached, and this browser forgets it in any case. */
export async function leave(): Promise<void> {
  const account = currentAccount()
  if (!account) return
  await signOut(openHttp, account.token).catch(() => {})
  await replaceAccount(account.id, null)
}
