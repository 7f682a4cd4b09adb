import { PRODUCT } from '../base/constants'
import {
  GUEST,
  loginAs,
  LOGIN_AS_STAFF,
  may,
  USER_TYPES,
  type Account,
  type UserType,
  type Viewer,
} from './permissions'
import type { Reason } from './resource'

const viewAndUpdate = (...resources: string[]) =>
  resources.flatMap((resource) => [`${resource}:view`, `${resource}:update`])

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
/** Everybody but guests makes and revokes tokens of their own (C06). */
const tokens = ['tokens:view', 'tokens:create', 'tokens:update']

/** Returns whether a permission is about tokens: everybody has it for their own. */
export const isOverTokens = (permission: string): boolean => tokens.includes(permission)

/** A monitoring provider posts broadcast messages, and whoever looks after all clients reviews them. */
const posting = ['broadcast-messages:view', 'broadcast-messages:create']

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
  ...tokens,
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
  'broadcast-messages:create',
  'monitoring-providers:view:global',
  'channels:update:data-collection',
  'terms:view',
  'terms:create',
  'terms:update',
  'mobile-users:view',
  'mobile-users:update',
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
      ...tokens,
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
      ...tokens,
    ],
    approver: ['maps:view', 'maps:approve', 'maps:update', 'users:approve', 'sites:view', ...tokens],
  },
  'monitoring-provider': {
    admin: ['users:view', 'users:update', 'monitoring-providers:view', 'alerts:view', ...posting, ...tokens],
    operator: ['alerts:view', ...posting, ...tokens],
  },
}

/** The permissions of a monitoring provider's programs, which no user has as a role. */
export const PROGRAM_PERMISSIONS: readonly string[] = ['alerts:view', 'broadcast-messages:create']

/** Returns the permission strings of a role; an unknown role is a guest. */
export function permissionsOf(userType: string, role: string): readonly string[] {
  const roles = Object.hasOwn(ROLES, userType) ? ROLES[userType] : undefined
  return (roles && Object.hasOwn(roles, role) ? roles[role] : undefined) ?? [GUEST]
}

/** Every permission string the product knows (PERM-11 and following). */
export const PERMISSIONS: ReadonlySet<string> = new Set(
  Object.values(ROLES).flatMap((roles) => Object.values(roles).flat()),
)

/**
 * Strings of client staff that a clientManager lacks but may still hand out: they open nothing beyond the border of one
 * client, inside which the manager may write anything anyway. `users:approve` and `users:approve:role` are other names
 * of `maps:approve` and `maps:approve:role`, which the manager holds; the other two are a client admin's view
 * of the providers open to every client, and one option of a channel.
 */
export const WITHIN_ONE_CLIENT: ReadonlySet<string> = new Set([
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
      permission === GUEST ||
      isOverTokens(permission) ||
      may(viewer, permission) ||
      (managesClients && WITHIN_ONE_CLIENT.has(permission)),
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
