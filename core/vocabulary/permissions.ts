import { PRODUCT } from '../base/constants'
import type { Draft, Permission, Reason, Resource, Verb } from './resource'

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

const viewAndUpdate = (...resources: string[]) =>
  resources.flatMap((resource) => [`${resource}:view`, `${resource}:update`])

/** The permission to sign in as a user of a type (USERS-09). */
export const loginAs = (type: string) => `login_as:user:${type}`
/** The permission to sign in as staff, which only root holds. It is also needed for links that sign somebody in. */
export const LOGIN_AS_STAFF = loginAs(PRODUCT)

const clients = ['clients:view', 'clients:update', 'clients:create']
const projects = ['projects:view', 'projects:create', 'projects:update']
const apps = ['apps:view', 'apps:create', 'apps:update']
const registration = [
  'registration-codes:view',
  'registration-codes:update',
  'registration-codes:delete',
  ...viewAndUpdate('registration-handlers', 'registration-forms', 'registration-data'),
]
const clientTerms = ['client:terms:view', 'client:terms:create', 'client:terms:update']
const licenses = ['license:comments:view', 'license:comments:create', 'license:comments:update']
const maps = ['maps:view', 'maps:approve', 'maps:approve:role', 'maps:role:approve', 'maps:update']
const usersOfClients = ['users:view', 'users:update', 'users:update:role']
const history = 'audit-events:view'

/** Rights inside a client, held both by its own admin and by the staff who look after clients. */
const insideAClient = [
  ...projects,
  ...viewAndUpdate('sites', 'teams', 'monitoring-providers', 'channels', 'surveys'),
  ...apps,
  ...usersOfClients,
  ...registration,
  ...clientTerms,
  'alerts:view',
  ...maps,
  history,
]

const staffAdmin = [
  ...clients,
  ...insideAClient,
  ...licenses,
  'users:view:admins',
  'users:create:admins',
  'users:approve',
  'users:approve:role',
  loginAs('client'),
  loginAs('monitoring-provider'),
  ...viewAndUpdate('public-codes', 'broadcast-messages', 'documents'),
  'monitoring-providers:view:global',
  'channels:update:data-collection',
  'terms:view',
  'terms:create',
  'terms:update',
  'mobile-users:view',
]

/**
 * The permissions of each role. With the declarations' `can` this is the whole policy. The specification leaves the
 * table open (§6): this is the ruled one of the requirements, section 3.2, with our own `audit-events:view`. The server
 * limits rows by scope as well.
 */
export const ROLES: { readonly [type: string]: { readonly [role: string]: readonly string[] } } = {
  [PRODUCT]: {
    root: [...staffAdmin, LOGIN_AS_STAFF],
    admin: staffAdmin,
    clientManager: [
      'clients:view',
      'clients:update',
      ...insideAClient,
      'users:create:admins',
      loginAs('client'),
      ...licenses,
      'terms:view',
    ],
    broadcastOperator: [
      'broadcast-messages:view',
      'broadcast-messages:update',
      'channels:view',
      'apps:view',
      'clients:view',
    ],
    guest: [GUEST],
  },
  client: {
    admin: [
      'clients:view',
      ...insideAClient,
      'users:approve',
      'users:approve:role',
      'monitoring-providers:view:global',
      'channels:update:data-collection',
    ],
    manager: [
      'sites:view',
      'teams:view',
      'users:view',
      'registration-codes:view',
      'alerts:view',
      'maps:view',
      'maps:approve',
      'maps:update',
    ],
    approver: ['maps:view', 'maps:approve', 'maps:update', 'users:approve', 'sites:view'],
  },
  'monitoring-provider': {
    admin: ['users:view', 'users:update', 'monitoring-providers:view', 'alerts:view'],
    operator: ['alerts:view'],
  },
}

/** Returns the permission strings of a role; an unknown role is a guest. */
export function permissionsOf(userType: string, role: string): readonly string[] {
  const roles = Object.hasOwn(ROLES, userType) ? ROLES[userType] : undefined
  return (roles && Object.hasOwn(roles, role) ? roles[role] : undefined) ?? [GUEST]
}

/** Every permission string the product knows (PERM-11 and following). */
export const PERMISSIONS: ReadonlySet<string> = new Set(
  Object.values(ROLES).flatMap((roles) => Object.values(roles).flat()),
)

/** Returns whether a viewer holds a permission, or any one of several. */
export function may(viewer: Viewer, permission: string | readonly string[]): boolean {
  return typeof permission === 'string'
    ? viewer.permissions.includes(permission)
    : permission.some((one) => viewer.permissions.includes(one))
}

/**
 * Strings of client staff that a clientManager lacks but may still hand out: they open nothing beyond the border of one
 * client, inside which the manager may write anything anyway. `users:approve` and `users:approve:role` are other names
 * of `maps:approve` and `maps:approve:role`, which the manager holds; the other two are a client admin's view
 * of the providers open to every client, and one option of a channel.
 */
const WITHIN_ONE_CLIENT: ReadonlySet<string> = new Set([
  'users:approve',
  'users:approve:role',
  'monitoring-providers:view:global',
  'channels:update:data-collection',
])

/**
 * Returns whether a viewer may create users of a type. Staff create users of every type, a clientManager those of
 * clients, others those of their own type.
 */
const mayCreateType = ({ userType: own, role }: Viewer, userType: string): boolean =>
  own === PRODUCT ? role !== 'clientManager' || userType === 'client' : userType === own

/**
 * Returns whether a viewer's rights include all rights of a type and role. Nobody creates, edits, removes or signs in
 * as a user with rights that they lack (T15, T16, T20). This compares permission strings alone; the server also decides
 * whose rows a viewer sees.
 */
export function mayGrant(viewer: Viewer, userType: string, role: string): boolean {
  if (!mayCreateType(viewer, userType)) return false
  const managesClients = viewer.userType === PRODUCT && userType === 'client' && may(viewer, 'users:update')
  return permissionsOf(userType, role).every(
    (permission) =>
      permission === GUEST || may(viewer, permission) || (managesClients && WITHIN_ONE_CLIENT.has(permission)),
  )
}

/**
 * Returns the reason that this viewer cannot change, remove or deactivate a user, or null: the user has rights that the
 * viewer lacks (T16), or is the viewer, who may only update their own record.
 */
export function unchangeable(
  viewer: Account,
  user: { id: number; userType: string; role: string },
  verb: string,
): Reason | null {
  if (user.id === viewer.id) return verb === 'update' ? null : { key: 'resources.users.ownRecord' }
  return mayGrant(viewer, user.userType, user.role) ? null : { key: 'resources.users.aboveYou' }
}

/** Returns the roles of a user type that a viewer may give, in the order of the table. */
export const roleChoices = (viewer: Viewer, userType: string): string[] =>
  Object.keys((Object.hasOwn(ROLES, userType) ? ROLES[userType] : undefined) ?? {}).filter((role) =>
    mayGrant(viewer, userType, role),
  )

/** Returns the user types of which a viewer may give at least one role. */
export const userTypeChoices = (viewer: Viewer): UserType[] =>
  USER_TYPES.filter((userType) => roleChoices(viewer, userType).length > 0)

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
export function mayDo(viewer: Viewer, resource: Resource, verb: Verb | { action: string }, row?: Draft): boolean {
  const permission = typeof verb === 'string' ? resource.can[verb] : resource.actions[verb.action]?.can
  return may(viewer, neededFor(permission, viewer, row))
}
