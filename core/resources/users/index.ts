import { PRODUCT } from '../../base/constants'
import { loginAs, USER_TYPES, type Account, type Viewer } from '../../vocabulary/permissions'
import { mayGrant, roleChoices, unchangeable, userTypeChoices, ROLES } from '../../vocabulary/roles'
import { bookkeeping, resource, type Draft, type Reason, type Rule } from '../../vocabulary/resource'
import { equals, max, password, required, requiredOnCreate } from '../../vocabulary/rules'
import { messages } from './messages'
import type { User } from './types'

/** Provider staff need users:create:admins, everybody else users:update, to create and to edit. */
const editors = (viewer: Viewer) => (viewer.userType === PRODUCT ? 'users:create:admins' : 'users:update')

const ROLE_NAMES = [...new Set(Object.values(ROLES).flatMap((roles) => Object.keys(roles)))]

/** Role choices depend on the user type (USERS-21). */
const roleOfType: Rule = (value, { userType }) => {
  const roles = typeof userType === 'string' ? ROLES[userType] : undefined
  return roles && typeof value === 'string' && !Object.hasOwn(roles, value) ? { key: 'formErrors.role' } : null
}

/** Returns the roles that a viewer may give a user: those of the user's type, else those of every type that they may give. */
function permittedRoles(viewer: Viewer, { userType }: Draft): string[] {
  const types = userTypeChoices(viewer)
  const given = types.filter((type) => type === userType)
  return [...new Set((given.length > 0 ? given : types).flatMap((type) => roleChoices(viewer, type)))]
}

/** A provider-side clientManager must have clients chosen (USERS-17, PERM-06). */
const clientsOfManager: Rule = (value, record) =>
  record['userType'] === PRODUCT && record['role'] === 'clientManager' && !(Array.isArray(value) && value.length)
    ? { key: 'formErrors.required' }
    : null

/** A site manager needs a site (PERM-02, A-043). */
const siteOfManager: Rule = (value, record) =>
  record['userType'] === 'client' && record['role'] === 'manager' && value === null
    ? { key: 'formErrors.required' }
    : null

/** Returns the permissions that allow signing in as this user; without a record, as any user (USERS-09). */
const impersonators = (_: Viewer, row?: Draft) => (row ? loginAs(String(row['userType'])) : USER_TYPES.map(loginAs))

/**
 * Returns the reason that a user has a type or rights above the viewer, who may not sign in as them; or null (T20).
 * Where nobody could sign in, the state says why.
 */
function aboveViewer(user: User, viewer: Account): Reason | null {
  if (user.id === viewer.id || viewer.impersonator) return null
  if (!viewer.permissions.includes(loginAs(user.userType))) return { key: 'resources.users.notYoursToSignInAs' }
  return mayGrant(viewer, user.userType, user.role) ? null : { key: 'resources.users.aboveYou' }
}

/**
 * Returns the reason that the viewer cannot sign in as a user now, or null: it is the viewer, the viewer is signed in
 * as somebody else already, or the user is inactive (T21).
 */
function notToBeImpersonated(user: User, viewer: Account): Reason | null {
  const why = (reason: string): Reason => ({ key: `resources.users.${reason}` })
  if (user.id === viewer.id) return why('isYourself')
  if (viewer.impersonator) return why('alreadySignedInAs')
  return user.active ? null : why('notActive')
}

export const users = resource<User>()({
  name: 'users',
  title: 'name',
  aliases: ['username'],
  own: (id, viewer) => id === viewer.id,
  // Signing in as a user changes nothing of theirs, and has reasons of its own.
  forbiddenReason: (user, viewer, action) =>
    action === 'loginAs' ? aboveViewer(user, viewer) : unchangeable(viewer, user, action),
  can: {
    view: (viewer) => (viewer.userType === PRODUCT ? ['users:view', 'users:view:admins'] : 'users:view'),
    create: editors,
    update: editors,
    delete: editors,
  },
  fields: {
    ...bookkeeping,
    name: { type: 'text', rules: [required()] },
    username: { type: 'text', rules: [required(), max(255)] },
    email: { type: 'email', rules: [required()] },
    phone: { type: 'phone' },
    userType: {
      type: 'choice',
      choices: USER_TYPES,
      permitted: userTypeChoices,
      default: 'client',
      readonly: 'after-create',
      rules: [required()],
    },
    role: { type: 'choice', choices: ROLE_NAMES, permitted: permittedRoles, rules: [required(), roleOfType] },
    active: { type: 'boolean', default: true },
    ClientId: {
      type: 'ref',
      of: 'clients',
      readonly: 'after-create',
      rules: [required()],
      when: (draft) => draft['userType'] === 'client',
    },
    SiteId: { type: 'ref', of: 'sites', rules: [siteOfManager], when: (draft) => draft['userType'] === 'client' },
    MonitoringProviderId: {
      type: 'ref',
      of: 'monitoring-providers',
      readonly: 'after-create',
      rules: [required()],
      when: (draft) => draft['userType'] === 'monitoring-provider',
    },
    ClientIds: {
      type: 'refs',
      of: 'clients',
      default: [],
      rules: [clientsOfManager],
      when: (draft) => draft['userType'] === PRODUCT,
    },
    mfaMethod: { type: 'json', readonly: true },
    emailVerified: { type: 'boolean', readonly: true },
    phoneVerified: { type: 'boolean', readonly: true },
    hasPassword: { type: 'boolean', readonly: true },
    permissions: { type: 'json', readonly: true },
    apiToken: { type: 'text', readonly: true },
    Site: { type: 'group', readonly: true, fields: { name: { type: 'text' } } },
    password: { type: 'text', secret: true, rules: [requiredOnCreate(), ...password()] },
    passwordConfirm: { type: 'text', secret: true, rules: [equals('password', 'formErrors.passwordsDontMatch')] },
    oldPassword: { type: 'text', secret: true },
  },
  // The site shows which of the listed users are bound to one.
  columns: ['name', 'username', 'email', 'role', 'SiteId', 'active'],
  filters: {
    role: { type: 'choice', choices: ROLE_NAMES },
    username: { type: 'text' },
    userType: { type: 'choice', choices: USER_TYPES },
    withSites: { type: 'boolean' },
  },
  order: 'name ASC',
  tenant: 'ClientId',
  site: 'SiteId',
  switch: 'active',
  actions: {
    activate: {
      can: editors,
      patch: () => ({ active: true }),
      blocked: (row) => (row.active ? { key: 'resources.users.alreadyActive' } : null),
      many: true,
      undo: 'deactivate',
    },
    deactivate: {
      can: editors,
      patch: () => ({ active: false }),
      blocked: (row) => (row.active ? null : { key: 'resources.users.notActive' }),
      many: true,
      undo: 'activate',
      danger: 'ask',
    },
    /** Returns a session instead of the record (USERS-08): `impersonate` in core/api/auth.ts. */
    loginAs: {
      can: impersonators,
      path: 'impersonate',
      blocked: notToBeImpersonated,
      whileLocked: true,
      undo: 'irreversible',
    },
  },
  messages,
})
