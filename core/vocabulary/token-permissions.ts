import { PRODUCT } from '../base/constants'
import { GUEST } from './permissions'
import { isOverTokens, PERMISSIONS, permissionsOf, WITHIN_ONE_CLIENT } from './roles'
import type { Reason, Rule } from './resource'

/** Stands for every permission that its user has at the time, as far as tokens have it. */
export const ALL_PERMISSIONS = 'all'

/**
 * Returns whether a token may ever have a permission: none makes or revokes tokens, and none signs in as somebody else, since
 * both would outlive it.
 */
const isForTokens = (permission: string): boolean =>
  permission !== GUEST && !isOverTokens(permission) && !permission.startsWith('login_as:')

/** The permissions that a token may have, in the order of the alphabet. */
export const TOKEN_PERMISSIONS: readonly string[] = [...PERMISSIONS].filter(isForTokens).sort()

const WITHIN = new Set([...permissionsOf(PRODUCT, 'clientManager'), ...WITHIN_ONE_CLIENT])

/**
 * Returns the permissions of a token now, of those that its user holds now. A token of staff for one client has no
 * permission that reaches beyond it.
 */
export const permissionsOfToken = (
  held: readonly string[],
  { can, isOfOneClient }: { can: readonly string[]; isOfOneClient: boolean },
): string[] =>
  held.filter(
    (one) =>
      isForTokens(one) && (can.includes(ALL_PERMISSIONS) || can.includes(one)) && (!isOfOneClient || WITHIN.has(one)),
  )

const test = (value: unknown): Reason | null => {
  const names: unknown = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value
  if (!Array.isArray(names)) return null
  const unknown = names.find((name) => name !== ALL_PERMISSIONS && !TOKEN_PERMISSIONS.includes(String(name)))
  return unknown === undefined ? null : { key: 'formErrors.tokenPermission', values: { permission: String(unknown) } }
}

/** Requires permissions that a token may have. */
export const tokenPermissions = (): Rule =>
  Object.assign(test, { schema: () => ({ items: { enum: [ALL_PERMISSIONS, ...TOKEN_PERMISSIONS] } }) })
