import { PRODUCT } from '../base/constants'
import type { Draft, Permission, Reason, Resource, Verb } from './resource'

export const USER_TYPES = [PRODUCT, 'client', 'monitoring-provider'] as const
export type UserType = (typeof USER_TYPES)[number]

/** Who asks: what a stored profile and a server session both know of a signed-in user. */
export type Viewer = { userType: string; role: string; permissions: readonly string[] }

/** Who really acts, where somebody has signed in as another user. */
export type Impersonator = { id: number; name: string; username: string }

/** A viewer whom records can be compared with. */
export type Account = Viewer & { id: number; impersonator: Impersonator | null }

/** The default of a missing, empty or unknown role claim (PERM-09, A-040). */
export const GUEST = 'guest'

const viewAndUpdate = (...nouns: string[]) => nouns.flatMap((noun) => [`${noun}:view`, `${noun}:update`])

/** What it takes to sign in as a user of a type (USERS-09). */
export const loginAs = (type: string) => `login_as:user:${type}`
/** Root alone holds this one: it opens what signs somebody in without being them. */
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

/** What both a client's own admin and the staff who look after clients may do inside a client. */
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
 * Which role may do what: with the declarations' `can` this is the whole policy, there is no third table. The
 * specification leaves it open (§6); this is the ruled table of the requirements, section 3.2, and
 * `audit-events:view` of ours. Rows are limited by scope as well, in the server.
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

/** The permission strings of a role; an unknown one is a guest. */
export function permissionsOf(userType: string, role: string): readonly string[] {
  const roles = Object.hasOwn(ROLES, userType) ? ROLES[userType] : undefined
  return (roles && Object.hasOwn(roles, role) ? roles[role] : undefined) ?? [GUEST]
}

/** Every permission string the product knows (PERM-11 and following). */
export const PERMISSIONS: ReadonlySet<string> = new Set(
  Object.values(ROLES).flatMap((roles) => Object.values(roles).flat()),
)

/** Whether a viewer holds a permission, or any one of several. */
export function may(viewer: Viewer, permission: string | readonly string[]): boolean {
  return typeof permission === 'string'
    ? viewer.permissions.includes(permission)
    : permission.some((one) => viewer.permissions.includes(one))
}

/**
 * Strings of client staff that a clientManager does not hold and may hand out all the same: what they open ends at the
 * border of one client, inside which the manager writes everything as it is. `users:approve` and `users:approve:role` are
 * other names of `maps:approve` and `maps:approve:role`, which the manager holds; the other two are a client
 * admin's view of the providers open to every client, and one option of a channel.
 */
const WITHIN_ONE_CLIENT: ReadonlySet<string> = new Set([
  'users:approve',
  'users:approve:role',
  'monitoring-providers:view:global',
  'channels:update:data-collection',
])

/** The types of user somebody makes: staff every one, a clientManager its clients', everybody else their own (A-041). */
const makes = ({ userType: own, role }: Viewer, userType: string): boolean =>
  own === PRODUCT ? role !== 'clientManager' || userType === 'client' : userType === own

/**
 * The one order among users: whether somebody's rights hold all the rights of a type and role. Nobody makes, edits,
 * removes or signs in as who is above them (T15, T16, T20). Rights are strings within a scope, and this is about the
 * strings; whose rows somebody sees is the server's to say.
 */
export function mayGrant(viewer: Viewer, userType: string, role: string): boolean {
  if (!makes(viewer, userType)) return false
  const managesClients = viewer.userType === PRODUCT && userType === 'client' && may(viewer, 'users:update')
  return permissionsOf(userType, role).every(
    (permission) =>
      permission === GUEST || may(viewer, permission) || (managesClients && WITHIN_ONE_CLIENT.has(permission)),
  )
}

/**
 * Why a user is not changed, removed or silenced by this viewer: they may do more (T16), or they are the viewer, of whom an
 * update alone is their own to make.
 */
export function unchangeable(
  viewer: Account,
  user: { id: number; userType: string; role: string },
  verb: string,
): Reason | null {
  if (user.id === viewer.id) return verb === 'update' ? null : { key: 'resources.users.ownRecord' }
  return mayGrant(viewer, user.userType, user.role) ? null : { key: 'resources.users.aboveYou' }
}

/** The roles of a user type that somebody may give, in the order of the table; none where the type is not theirs to make. */
export const roleChoices = (viewer: Viewer, userType: string): string[] =>
  Object.keys((Object.hasOwn(ROLES, userType) ? ROLES[userType] : undefined) ?? {}).filter((role) =>
    mayGrant(viewer, userType, role),
  )

/** The user types of which somebody may give at least one role. */
export const userTypeChoices = (viewer: Viewer): UserType[] =>
  USER_TYPES.filter((userType) => roleChoices(viewer, userType).length > 0)

/**
 * The strings of which a viewer needs one; none means nobody can (the verb does not exist). With the record it is exactly
 * what that one wants, without it what any record would.
 */
export function neededFor(permission: Permission | undefined, viewer: Viewer, row?: Draft): readonly string[] {
  if (permission === undefined) return []
  const named = typeof permission === 'function' ? permission(viewer, row) : permission
  return typeof named === 'string' ? [named] : named
}

/** Opened by no string of its own to these kinds of user, a guest among them: whichever they hold will do. */
export const openTo =
  (...userTypes: UserType[]): Permission =>
  ({ userType, permissions }) =>
    userTypes.some((type) => type === userType) ? permissions : []

/** Whether a viewer may do a verb or an action of a noun: to this record, or to any at all. */
export function mayDo(viewer: Viewer, resource: Resource, verb: Verb | { action: string }, row?: Draft): boolean {
  const permission = typeof verb === 'string' ? resource.can[verb] : resource.actions[verb.action]?.can
  return may(viewer, neededFor(permission, viewer, row))
}
