import type { Http } from './http'
import type { SignedIn } from './session'

/** Either signed in, or a token and the methods with which to prove it (console §7, A-025). */
export type LoginAnswer = SignedIn | { token: string; mfaValues: string[] }

export const needsVerification = (answer: LoginAnswer): answer is { token: string; mfaValues: string[] } =>
  'mfaValues' in answer

export async function signIn(http: Http, username: string, password: string): Promise<LoginAnswer> {
  const call = { method: 'POST', path: 'authentication/login', body: { username, password }, token: 'none' } as const
  return (await http<LoginAnswer>(call)).data
}

export type FirstRoot = {
  code: string
  username: string
  name: string
  email: string
  password: string
  passwordConfirm: string
}

/** Makes the first root user of a server where nobody lives yet, by the code on its terminal, and signs it in. */
export async function makeFirstRoot(http: Http, person: FirstRoot): Promise<SignedIn> {
  const call = { method: 'POST', path: 'authentication/first-root', body: person, token: 'none' } as const
  return (await http<SignedIn>(call)).data
}

export async function refreshToken(http: Http, token: string): Promise<SignedIn> {
  const call = {
    method: 'POST',
    path: 'authentication/refresh-token',
    body: { refreshToken: token },
    token: 'none',
  } as const
  return (await http<SignedIn>(call)).data
}

/** Ends the session at the server: its tokens stop at once. */
export async function signOut(http: Http, token: string): Promise<void> {
  await http({ method: 'POST', path: 'authentication/logout', token })
}

export type Feature = { name: string; defaultValue: boolean }

/** The feature flags; open to everybody. */
export async function features(http: Http): Promise<Feature[]> {
  return (await http<Feature[]>({ method: 'GET', path: 'features', token: 'none' })).data
}
