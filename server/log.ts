import { iso } from './time'
/**
 * The fields of a log line, and no others: no token, password, code, phone, address or text somebody typed. A route is
 * its pattern, since an address carries searches and ids carry nothing.
 */
export type LogEvent = {
  level: 'info' | 'warn' | 'error'
  event: string
  requestId?: string
  /** The caller's name for its request: quoted by JSON, shortened, never used as ours (T71). */
  clientRequestId?: string
  method?: string
  route?: string
  status?: number
  code?: string
  milliseconds?: number
  /** The user who asks, or of a sign-in the account it is about. */
  userId?: number
  /** A keyed digest of the network of a proof of identity, as the history has it. */
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

/** Writes JSON, a line an event. */
export function createLog(write: (line: string) => void, now: () => number, level: LogLevel): Log {
  return (event) => {
    if (LEVELS[event.level] >= LEVELS[level]) write(`${JSON.stringify({ time: iso(now()), ...event })}\n`)
  }
}

/** Returns the place in our code of an unforeseen error: file names and lines, no message, which may quote data. */
export function placeOf(error: unknown): { name: string; at: string } {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const at = [...stack.matchAll(/([\w.-]+\.[cm]?[jt]s):(\d+)/g)].slice(0, 3).map((match) => `${match[1]}:${match[2]}`)
  return { name: error instanceof Error ? error.name : typeof error, at: at.join(' < ') }
}
