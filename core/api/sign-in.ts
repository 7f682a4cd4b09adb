import { ApiError } from '../base/errors'
import { refreshToken } from './auth'
import type { Http } from './http'
import { expiryOf, type SignedIn } from './session'

/**
 * The answer of a sign-in's first step: a signed-in user, or a token and the methods by which a code can be sent
 * (console §7, A-025).
 */
export type LoginAnswer = SignedIn | { token: string; mfaValues: string[] }

export const needsVerification = (answer: LoginAnswer): answer is { token: string; mfaValues: string[] } =>
  'mfaValues' in answer

export async function signIn(http: Http, username: string, password: string): Promise<LoginAnswer> {
  const call = { method: 'POST', path: 'authentication/login', body: { username, password }, token: 'none' } as const
  return (await http<LoginAnswer>(call)).data
}

/** Returns a code as it is sent: upper case, without the blanks and dashes it may be copied with (VAL-09). */
export const writtenCode = (code: string): string => code.replace(/[\s\p{Pd}]+/gu, '').toUpperCase()

const missingToken = (requestId?: string) => new ApiError({ status: 401, code: 'MISSING_MFA_TOKEN', requestId })

/**
 * Sends a request under the token of a sign-in's first step. Throws MISSING_MFA_TOKEN if the token is empty or has
 * expired, so that the sign-in starts over (ERR-20, A-025).
 */
async function underMfaToken<T>(http: Http, token: string, path: string, body: Record<string, unknown>): Promise<T> {
  if (token === '') throw missingToken()
  try {
    return (await http<T>({ method: 'POST', path: `authentication/mfa/${path}`, body, token })).data
  } catch (error) {
    throw error instanceof ApiError && error.code === 'JWT_EXPIRED' ? missingToken(error.requestId) : error
  }
}

/** Runs the second step of a sign-in: sends the code under the token of the first step (MFA-01, MFA-03). */
export const verifySignIn = (http: Http, mfaToken: string, code: string): Promise<SignedIn> =>
  underMfaToken(http, mfaToken, 'verify', { code: writtenCode(code) })

export type CodeSent = {
  /** The method by which the code was sent. */
  sentTo: string
  /** The new token in place of the old one, if the answer carries one. */
  token?: string
}

/** Sends another code by one of `mfaValues`. The earlier code becomes void (MFA-06). */
export const resendCode = (http: Http, mfaToken: string, method: string): Promise<CodeSent> =>
  underMfaToken(http, mfaToken, 'resend', { methodValue: method })

async function command<T>(http: Http, path: string, body: Record<string, unknown>): Promise<T> {
  return (await http<T>({ method: 'POST', path: `authentication/restore-password${path}`, body, token: 'none' })).data
}

/**
 * Requests a password reset. `sentTo` is `phone` if a code was sent; any other value means a mail with a link.
 */
export const requestPasswordReset = (http: Http, username: string): Promise<{ sentTo: string }> =>
  command(http, '/request', { username })

/** Returns the token for a code from the phone (RESET-07). */
export const validateResetCode = async (http: Http, username: string, code: string): Promise<string> =>
  (await command<{ token: string }>(http, '/validate-code', { username, code: writtenCode(code) })).token

/**
 * Sets a new password with the token of either flow (RESET-24, A-020). Throws JWT_EXPIRED_PASSWORD_RESET for an expired
 * token, to distinguish it from a link that had expired before it was opened (RESET-26, A-023).
 */
export async function restorePassword(
  http: Http,
  given: { token: string; password: string; passwordConfirm: string },
): Promise<void> {
  try {
    await command(http, '', given)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'JWT_EXPIRED') throw error
    throw new ApiError({ status: error.status, code: 'JWT_EXPIRED_PASSWORD_RESET', requestId: error.requestId })
  }
}

/**
 * Returns the problem of a reset link's token when the link is opened, or null. It only reads the expiry; the server
 * alone can tell whether the token is valid (RESET-19, RESET-20, RESET-21).
 */
export function resetLinkProblem(token: string | null, now: number): 'unreadable' | 'expired' | null {
  const expiry = token === null ? undefined : expiryOf(token)
  if (expiry === undefined) return 'unreadable'
  return expiry <= now ? 'expired' : null
}

export type FirstRoot = {
  code: string
  username: string
  name: string
  email: string
  password: string
  passwordConfirm: string
}

/**
 * Creates the first root user of a server without users, with the code from its terminal, and signs in as that user.
 */
export async function makeFirstRoot(http: Http, person: FirstRoot): Promise<SignedIn> {
  const call = { method: 'POST', path: 'authentication/first-root', body: person, token: 'none' } as const
  return (await http<SignedIn>(call)).data
}

/**
 * Signs in with the token of a link's `?authorization=`, which works once. Throws INVALID_SIGN_IN_LINK for an
 * invalid token and for a token of another kind. The server reports expired and used links with codes of their own.
 */
export async function signInByLink(http: Http, token: string): Promise<SignedIn> {
  try {
    return await refreshToken(http, token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INVALID_AUTHORIZATION_HEADER') throw error
    throw new ApiError({ status: error.status, code: 'INVALID_SIGN_IN_LINK', requestId: error.requestId })
  }
}

/** Signs in as another user. The new session ends no later than the session that makes the request (USERS-08). */
export const impersonate = async (http: Http, id: number): Promise<SignedIn> =>
  (await http<SignedIn>({ method: 'POST', path: `users/${id}/impersonate` })).data

/**
 * Returns a link that signs the user in once, and the seconds until it expires. Only a root user may request one
 * (A-024).
 */
export const signInLink = async (http: Http, id: number): Promise<{ link: string; seconds: number }> =>
  (await http<{ link: string; seconds: number }>({ method: 'POST', path: `users/${id}/sign-in-link` })).data
