import { iso } from './time'
/**
 * The fields of a log line. There are no others, so that no token, password, code, phone, address or typed text is
 * logged. A route is logged as its pattern, since an address contains searches and ids.
 */
export type LogEvent = {
  level: 'info' | 'warn' | 'error'
  event: string
  requestId?: string
  /** The sender's id of the request. It is quoted by JSON, shortened, and never used as our own (T71). */
  clientRequestId?: string
  method?: string
  route?: string
  status?: number
  code?: string
  milliseconds?: number
  /** The actor, or the account that a sign-in is about. */
  userId?: number
  /** A keyed digest of the network that a proof of identity came from, as in the history. */
  network?: string
  /** A code location such as `crud.ts:12`, for an unforeseen error. */
  at?: string
  name?: string
  count?: number
}
export type Log = (event: LogEvent) => void

const LEVELS = { info: 0, warn: 1, error: 2, silent: 3 }
export type LogLevel = keyof typeof LEVELS

export const isLogLevel = (text: string): text is LogLevel => Object.hasOwn(LEVELS, text)

/** Creates a log that writes each event as a line of JSON. */
export function createLog(write: (line: string) => void, now: () => number, level: LogLevel): Log {
  return (event) => {
    if (LEVELS[event.level] >= LEVELS[level]) write(`${JSON.stringify({ time: iso(now()), ...event })}\n`)
  }
}

/**
 * Returns the place of an unforeseen error in our code: file names and lines. It leaves out the message, which may
 * quote data.
 */
export function placeOf(error: unknown): { name: string; at: string } {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const at = [...stack.matchAll(/([\w.-]+\.[cm]?[jt]s):(\d+)/g)].slice(0, 3).map((match) => `${match[1]}:${match[2]}`)
  return { name: error instanceof Error ? error.name : typeof error, at: at.join(' < ') }
}
