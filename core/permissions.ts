import { PRODUCT } from './constants'
import type { Permission, Resource, Verb } from './resource'

export const USER_TYPES = [PRODUCT, 'client', 'monitoring-provider'] as const
export type UserType = (typeof USER_TYPES)[number]

/** Who asks: what a stored profile and a server session both know of a signed-in user. */
export type Viewer = { userType: string; role: string; permissions: readonly string[] }

/** The default of a missing, empty or unknown role claim (PERM-09, A-040). */
export const GUEST = 'guest'

const viewAndUpdate = (...nouns: string[]) => nouns.flatMap((noun) => [`${noun}:view`, `${noun}:update`])
const loginAs = (type: string) => `login_as:user:${type}`

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
    root: [...staffAdmin, loginAs(PRODUCT)],
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

/** The strings of which a viewer needs one; none means nobody can (the verb does not exist). */
export function neededFor(permission: Permission | undefined, viewer: Viewer): readonly string[] {
  if (permission === undefined) return []
  const named = typeof permission === 'function' ? permission(viewer) : permission
  return typeof named === 'string' ? [named] : named
}

/** Whether a viewer may do a verb or an action of a noun. */
export function mayDo(viewer: Viewer, resource: Resource, verb: Verb | { action: string }): boolean {
  const permission = typeof verb === 'string' ? resource.can[verb] : resource.actions[verb.action]?.can
  return may(viewer, neededFor(permission, viewer))
}
