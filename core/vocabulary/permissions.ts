import { PRODUCT } from '../base/constants'
import type { Draft, Face, Permission, Resource, Verb } from './resource'

export const USER_TYPES = [PRODUCT, 'client', 'monitoring-provider'] as const
export type UserType = (typeof USER_TYPES)[number]

/** The signed-in user, with the fields that a stored profile and a server session have in common. */
export type Viewer = { userType: string; role: string; permissions: readonly string[] }

/** The person who is signed in as another user. */
export type Impersonator = { id: number; name: string; username: string }

/** A viewer that records can be compared with. */
export type Account = Viewer & { id: number; impersonator: Impersonator | null }

/** The default of a missing, empty or unknown role claim (PERM-09, A-040). */
export const GUEST = 'guest'

/** The permission to sign in as a user of a type (USERS-09). */
export const loginAs = (type: string) => `login_as:user:${type}`
/** The permission to sign in as staff, which only root holds. It is also needed for links that sign somebody in. */
export const LOGIN_AS_STAFF = loginAs(PRODUCT)

/** Returns whether a viewer holds a permission, or any one of several. */
export function may(viewer: Viewer, permission: string | readonly string[]): boolean {
  return typeof permission === 'string'
    ? viewer.permissions.includes(permission)
    : permission.some((one) => viewer.permissions.includes(one))
}

/**
 * Returns the permission strings of which a viewer needs one; an empty list if nobody may do it. With a record they are
 * exactly what that record needs, without one they are what any record could need.
 */
export function neededFor(permission: Permission | undefined, viewer: Viewer, row?: Draft): readonly string[] {
  if (permission === undefined) return []
  const named = typeof permission === 'function' ? permission(viewer, row) : permission
  return typeof named === 'string' ? [named] : named
}

/** Opens a verb to these types of user, guests included, by any permission that they hold. */
export const openTo =
  (...userTypes: UserType[]): Permission =>
  ({ userType, permissions }) =>
    userTypes.some((type) => type === userType) ? permissions : []

/**
 * Returns whether a viewer has the permission for a verb or an action of a resource: for this record, or for any record
 * at all.
 */
export function mayDo(viewer: Viewer, resource: Face, verb: Verb, row?: Draft): boolean
export function mayDo(viewer: Viewer, resource: Resource, verb: Verb | { action: string }, row?: Draft): boolean
export function mayDo(viewer: Viewer, resource: Face, verb: Verb | { action: string }, row?: Draft): boolean {
  const permission = typeof verb === 'string' ? resource.can[verb] : resource.actions?.[verb.action]?.can
  return may(viewer, neededFor(permission, viewer, row))
}
