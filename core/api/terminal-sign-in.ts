import { VERIFICATION_CODE_LENGTH } from '../base/constants'
import type { Fields } from '../vocabulary/resource'
import { max, required } from '../vocabulary/rules'
import type { Http } from './http'
import { writtenCode } from './sign-in'
import type { SignedIn } from './session'

/** The request of a terminal to be signed in, as the terminal sees it. */
export type TerminalSignIn = {
  /** The secret with which the terminal asks for its session. */
  token: string
  /** The code that the terminal shows, and that the person compares in the console. */
  code: string
  /** The address of the console's page that asks the person, with the code; a path if the server does not know its own. */
  link: string
  /** The seconds until the request expires. */
  seconds: number
  /** The seconds between two questions of the terminal. */
  interval: number
}

/** The request of a terminal, as the person sees it who is to allow it. */
export type TerminalRequest = {
  code: string
  createdAt: string
  expiresAt: string
  /** True if the terminal and the person reach the server from the same network. */
  sameNetwork: boolean
}

/** The body by which a person looks at a terminal's request, or answers it. */
export const terminalCode = {
  code: { type: 'text', rules: [required(), max(20)] },
} as const satisfies Fields
export const terminalAnswer = {
  ...terminalCode,
  allow: { type: 'boolean', rules: [required()] },
} as const satisfies Fields

/** Returns a code as people read it: in two groups, `ABCD-EFG`. */
export const shownCode = (code: string): string => {
  const half = Math.ceil(VERIFICATION_CODE_LENGTH / 2)
  return `${code.slice(0, half)}-${code.slice(half)}`
}

const post = async <T>(http: Http, path: string, body: Record<string, unknown>, token?: 'none'): Promise<T> =>
  (await http<T>({ method: 'POST', path, body, ...(token ? { token } : {}) })).data

/** Begins to sign a terminal in by the console. */
export const beginTerminalSignIn = (http: Http): Promise<TerminalSignIn> =>
  post(http, 'authentication/terminal', {}, 'none')

/**
 * Returns the session of a terminal once somebody has allowed it; null before. Throws TERMINAL_DENIED if the person has
 * denied it, and TERMINAL_SIGN_IN_OVER once the request has expired or was taken.
 */
export async function takeTerminalSession(http: Http, token: string): Promise<SignedIn | null> {
  const answer = await post<SignedIn | { pending: true }>(http, 'authentication/terminal/session', { token }, 'none')
  return 'pending' in answer ? null : answer
}

/** Returns the request that shows a code. Throws NOT_FOUND if there is none that waits for an answer. */
export const findTerminalRequest = (http: Http, code: string): Promise<TerminalRequest> =>
  post(http, 'terminals/request', { code: writtenCode(code) })

/** Allows or denies the request that shows a code. The terminal is then signed in as the person who allows it. */
export const answerTerminalRequest = (http: Http, code: string, allow: boolean): Promise<TerminalRequest> =>
  post(http, 'terminals/answer', { code: writtenCode(code), allow })
