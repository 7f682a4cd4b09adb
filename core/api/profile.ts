import { writtenCode } from './sign-in'
import type { MfaMethod } from '../base/constants'
import type { Http } from './http'
import { newPassword } from '../vocabulary/password'
import type { Fields } from '../vocabulary/resource'
import { required, withPlus } from '../vocabulary/rules'
import { expiryOf, type Profile } from './session'

const secret = { type: 'text', secret: true, rules: [required()] } as const

/** The fields of the own profile's forms; the server asks for the same (console §5). */
export const ownName = { name: { type: 'text', rules: [required()] } } as const satisfies Fields
/** Returns the fields of a password change. A user without a password is not asked for the current one. */
export const ownPassword = (hasPassword: boolean): Fields =>
  hasPassword ? { oldPassword: secret, ...newPassword } : newPassword
/** The set-up of MFA, step by step: the current password, an address or a phone, the code that was sent there. */
export const setupPassword = { password: secret } as const satisfies Fields
export const setupAddress = {
  email: { email: { type: 'email', rules: [required()] } },
  phone: { phone: { type: 'phone', rules: [required(), withPlus()] } },
} as const satisfies Record<MfaMethod, Fields>
export const setupCode = { code: { type: 'text', rules: [required()] } } as const satisfies Fields

/** One's own record with everything about signing in. */
export type Person = {
  id: number
  name: string
  username: string
  userType: string
  role: string
  email: string
  phone: string | null
  /** The methods by which a sign-in can send a code. */
  mfaMethod: MfaMethod[]
  emailVerified: boolean
  phoneVerified: boolean
  hasPassword: boolean
}

/** The destination of one method's codes. */
export type Address = { email: string; phone?: never } | { phone: string; email?: never }

/** Returns one's own record, which every role may read. */
export const readOwnUser = async (http: Http, id: number): Promise<Person> =>
  (await http<Person>({ method: 'GET', path: `users/${id}` })).data

/** Changes one's own name (PROFILE-04). */
export const renameOwnUser = async (http: Http, id: number, name: string): Promise<Person> =>
  (await http<Person>({ method: 'PATCH', path: `users/${id}`, body: { name } })).data

/** Changes one's own password. Only a user without a password may leave out the current one (PROFILE-06, A-029). */
export const changeOwnPassword = async (
  http: Http,
  id: number,
  given: { oldPassword?: string; password: string; passwordConfirm: string },
): Promise<Person> => (await http<Person>({ method: 'PATCH', path: `users/${id}`, body: given })).data

const post = async <T>(http: Http, path: string, body: Record<string, unknown>): Promise<T> =>
  (await http<T>({ method: 'POST', path, body })).data

/** Returns the token that the steps of the set-up need, in exchange for the current password (MFA-11). */
export const authorizeMfaUpdate = async (http: Http, id: number, password: string): Promise<string> =>
  (await post<{ token: string }>(http, `users/${id}/authorize/update-mfa`, { password })).token

/** Submits a new e-mail address or phone. The earlier one stays in force until the new one is verified (MFA-14). */
export const setMfaAddress = (http: Http, id: number, given: { token: string } & Address): Promise<unknown> =>
  post(http, `users/${id}/update-mfa`, given)

/** Sends a code to the address. The earlier code becomes void (MFA-16, A-026). */
export const sendVerifyingCode = (
  http: Http,
  method: MfaMethod,
  given: { token: string } & Address,
): Promise<{ sentTo: string }> => post(http, `users/${method}/send-verifying-code`, given)

/** Verifies an address with the code that was sent to it. A new address is part of the call (MFA-18). */
export const verifyAddress = (
  http: Http,
  method: MfaMethod,
  given: { code: string; token: string } & Partial<Address>,
): Promise<{ profile: Person }> => post(http, `users/${method}/verify`, { ...given, code: writtenCode(given.code) })

/** Enables a verified method, or disables a method. The session is refreshed afterwards (MFA-20, MFA-21). */
export const selectMfa = (
  http: Http,
  id: number,
  given: { mfaMethod: MfaMethod; disable: boolean; token: string },
): Promise<{ profile: Person; permissions: string[] }> => post(http, `users/${id}/select-mfa`, given)

/** Returns the token of an unfinished MFA set-up; null if there is none or it has expired. */
export function liveSetupToken({ updateMFAToken }: Profile, now: number): string | null {
  if (updateMFAToken === null) return null
  return (expiryOf(updateMFAToken) ?? 0) > now ? updateMFAToken : null
}
