import { ApiError, errorFrom } from '../base/errors'
import { ALERT_STREAM_PATH, createLineSplitter, isLaterCursor, TOO_LONG } from './alert-lines'
import type { AlertHappening, AlertLine } from './alert-lines'
import { queryString, type HttpParts } from './http'
import { hasExpired, type Profile, type Session } from './session'

/**
 * The state of a stream. `lost` since a moment (ms since 1970): it is being opened again. `ended`: it is not, because the
 * session is over or may not read alerts (`error` says so), or because the user has too many streams.
 */
export type StreamState =
  | { state: 'live' }
  | { state: 'lost'; since: number; error: ApiError | null }
  | { state: 'ended'; reason: 'refused' | 'limit'; error: ApiError | null }

export type AlertStreamParts = Pick<HttpParts, 'base' | 'locale' | 'routesV2' | 'now'> & {
  fetch: typeof fetch
  session: Session
  /** Resolves after that many milliseconds, or when the signal is aborted. */
  pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Returns a number from 0 to 1, as Math.random does. */
  random: () => number
  /** The silence after which the connection counts as lost, in ms; by default two beats and a half. */
  silence?: number
}

export type AlertStreamOptions<A, H> = {
  /** The cursor after which the stream begins; absent: from now on. */
  from?: string | undefined
  /** False: the stream ends when it has caught up. */
  waits?: boolean
  /** Ends the stream. */
  signal: AbortSignal
  /** Takes an event. The next line is read once it has resolved. */
  onHappening: (happening: AlertHappening<A, H>) => unknown
  /** Called when events are missing: the records have to be read anew. */
  onReread?: (cursor: string) => unknown
  /** Called with every later cursor, that of a beat included. */
  onCursor?: (cursor: string) => unknown
  onState?: (state: StreamState) => unknown
}

/** The longest pause before the stream is opened again, in ms. */
const LONGEST_PAUSE = 15_000
const SILENCE = 25_000

/**
 * Reads the stream of alerts until the signal is aborted or the server refuses it for good. A lost connection is opened
 * again after its last cursor, with growing pauses, so that no event is missing and none comes twice.
 */
export async function readAlertStream<A, H>(
  parts: AlertStreamParts,
  options: AlertStreamOptions<A, H>,
): Promise<StreamState | null> {
  const { signal, onState, waits = true } = options
  let cursor = options.from
  let since: number | null = null
  let failures = 0
  const take = async (line: AlertLine<A, H> | typeof TOO_LONG) => {
    if (line === TOO_LONG) {
      await options.onReread?.(cursor ?? '')
      return undefined
    }
    if ('end' in line) return line.end
    if (since !== null || failures > 0 || 'hello' in line) await onState?.({ state: 'live' })
    since = null
    failures = 0
    if ('reread' in line) await options.onReread?.(line.cursor)
    else if (cursor !== undefined && !isLaterCursor(line.cursor, cursor)) return undefined
    cursor = line.cursor
    if ('event' in line) await options.onHappening(line)
    await options.onCursor?.(line.cursor)
    return undefined
  }
  while (!signal.aborted) {
    let error: ApiError | null = null
    try {
      const end = await readOnce(parts, { from: cursor, waits, signal }, take)
      if (end === undefined && !waits) return null
      if (end === 'limit') return await told(onState, { state: 'ended', reason: 'limit', error: null })
    } catch (thrown) {
      if (signal.aborted) break
      if (!(thrown instanceof ApiError)) throw thrown
      if (!thrown.temporary) return await told(onState, { state: 'ended', reason: 'refused', error: thrown })
      error = thrown
    }
    if (signal.aborted) break
    since ??= parts.now()
    await onState?.({ state: 'lost', since, error })
    failures++
    const longest = Math.min(LONGEST_PAUSE, 250 * 2 ** failures)
    await parts.pause(error?.retryAfter ?? longest * (0.5 + parts.random() / 2), signal)
  }
  return null
}

async function told(onState: AlertStreamOptions<never, never>['onState'], state: StreamState): Promise<StreamState> {
  await onState?.(state)
  return state
}

type Once = { from: string | undefined; waits: boolean; signal: AbortSignal }

/** Reads one connection until it ends. Returns the reason that `take` found in a line, if there was one. */
async function readOnce<A, H>(
  parts: AlertStreamParts,
  once: Once,
  take: (line: AlertLine<A, H> | typeof TOO_LONG) => Promise<string | undefined>,
): Promise<string | undefined> {
  const { silence = SILENCE } = parts
  const { signal } = once
  const quiet = new AbortController()
  const either = AbortSignal.any([signal, quiet.signal])
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => quiet.abort(), silence)
  }
  const lost = (error: unknown): never => {
    throw signal.aborted || error instanceof ApiError ? error : new ApiError({ status: 0, code: 'NETWORK_ERROR' })
  }
  try {
    heard()
    const answer = await open(parts, { ...once, signal: either }).catch(lost)
    const reader = answer.body!.getReader()
    const decoder = new TextDecoder()
    const split = createLineSplitter()
    for (;;) {
      const { done, value } = await reader.read().catch(lost)
      if (done) return undefined
      heard()
      for (const text of split(decoder.decode(value, { stream: true }))) {
        const end = await take(text === TOO_LONG ? text : lineOf<A, H>(text))
        if (end !== undefined) {
          await reader.cancel()
          return end
        }
      }
    }
  } finally {
    clearTimeout(timer)
    quiet.abort()
  }
}

function lineOf<A, H>(text: string): AlertLine<A, H> {
  try {
    const line = JSON.parse(text) as AlertLine<A, H>
    if ('end' in line || typeof line.cursor === 'string') return line
  } catch {
    // Cut off, or not of our server.
  }
  throw new ApiError({ status: 502, code: 'INVALID_ANSWER' })
}

/** Opens the stream, with a fresh token where the stored one has expired. Throws ApiError. */
async function open(parts: AlertStreamParts, once: Once): Promise<Response> {
  const { session, now } = parts
  const stored = await session.current()
  if (!stored) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
  const profile = hasExpired(stored, now()) ? await session.refresh(stored.token) : stored
  const first = await ask(parts, profile, once)
  if (!(first instanceof ApiError)) return first
  if (first.code !== 'JWT_EXPIRED') throw first
  const second = await ask(parts, await session.refresh(profile.token), once)
  if (second instanceof ApiError) throw second
  return second
}

async function ask(
  { base, locale, routesV2, fetch }: AlertStreamParts,
  { token, userType }: Profile,
  { from, waits, signal }: Once,
): Promise<Response | ApiError> {
  const prefix = routesV2?.() ? `v2/${userType}/` : ''
  const answer = await fetch(
    `${base}/${prefix}${ALERT_STREAM_PATH}${queryString({ from, wait: waits ? undefined : 0 })}`,
    {
      headers: { Accept: 'application/x-ndjson', Authorization: `Bearer ${token}`, Locale: locale() },
      credentials: 'omit',
      cache: 'no-store',
      signal,
    },
  )
  const isStream = answer.headers.get('content-type')?.startsWith('application/x-ndjson') && answer.body !== null
  if (answer.ok && isStream) return answer
  const text = await answer.text()
  const headers = {
    requestId: answer.headers.get('x-server-request-id'),
    retryAfter: answer.headers.get('retry-after'),
  }
  // A success that is no stream comes from a proxy or a captive portal.
  if (answer.ok) return errorFrom(502, 'INVALID_ANSWER', undefined, headers)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // The status says enough.
  }
  return errorFrom(answer.status, answer.statusText, body, headers)
}
