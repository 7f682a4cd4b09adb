import { describe, expect, it } from 'vitest'
import { loginAs, may, mayDo, neededFor, type Account, type Viewer } from './permissions'
import { mayGrant, PERMISSIONS, permissionsOf, roleChoices, ROLES, userTypeChoices } from './roles'
import { apps } from '../resources/apps/index'
import { users } from '../resources/users/index'
import { whyNot } from './why-not'

/** `sites:view/update` → both strings; the tables below are spelled as in the requirements. */
const strings = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .flatMap((one) => {
      const [, stem = '', verbs = ''] = /^(.*:)([^:]+)$/.exec(one) ?? ['', '', one]
      return verbs.split('/').map((verb) => stem + verb)
    })

const COMPLETE = strings(`
  clients:view/update/create users:view users:view:admins users:update users:create:admins users:update:role
  users:approve users:approve:role login_as:user:tocsin login_as:user:client login_as:user:monitoring-provider
  public-codes:view sites:view/update teams:view/update broadcast-messages:view alerts:view
  monitoring-providers:view monitoring-providers:view:global monitoring-providers:update documents:view/update
  apps:view/update/create surveys:view/update channels:view/update channels:update:data-collection
  registration-codes:view/update/delete registration-handlers:view/update registration-forms:view/update
  registration-data:view/update terms:view/create/update client:terms:view/create/update
  license:comments:view/create/update projects:view/create/update maps:approve maps:approve:role maps:role:approve
  maps:update maps:view mobile-users:view public-codes:update broadcast-messages:update`)

const INSIDE = `projects:view/create/update sites:view/update teams:view/update monitoring-providers:view/update
  apps:view/create/update channels:view/update users:view users:update users:update:role
  registration-codes:view/update/delete registration-handlers:view/update registration-forms:view/update
  registration-data:view/update client:terms:view/create/update surveys:view/update alerts:view maps:view
  maps:approve maps:approve:role maps:role:approve maps:update`

/** Ours, for everybody but guests (C06). */
const OURS_OF_ALL = 'tokens:view/create/update'
/** Ours, beside the requirements, for the roles that look after a client. */
const OURS = `audit-events:view ${OURS_OF_ALL}`
/** Ours as well, for the staff who look after every client. */
const OURS_OF_STAFF = `${OURS} mobile-users:update broadcast-messages:create`

/** Ours, for the people of a monitoring provider, who post messages. */
const OURS_OF_PROVIDERS = `broadcast-messages:view/create ${OURS_OF_ALL}`

/** Said of a difference between the two tables. */
const WHERE = 'a permission of our own goes into `OURS` of core/vocabulary/permissions.test.ts as well'

const TABLE: [userType: string, role: string, permissions: string[]][] = [
  ['tocsin', 'root', [...COMPLETE, ...strings(OURS_OF_STAFF)]],
  ['tocsin', 'admin', [...COMPLETE.filter((one) => one !== 'login_as:user:tocsin'), ...strings(OURS_OF_STAFF)]],
  [
    'tocsin',
    'clientManager',
    strings(`clients:view clients:update ${INSIDE} users:create:admins login_as:user:client
      license:comments:view/create/update terms:view ${OURS}`),
  ],
  [
    'tocsin',
    'broadcastOperator',
    strings(`broadcast-messages:view/update channels:view apps:view clients:view ${OURS_OF_ALL}`),
  ],
  ['tocsin', 'guest', ['guest']],
  [
    'client',
    'admin',
    strings(`clients:view ${INSIDE} monitoring-providers:view:global channels:update:data-collection users:approve
      users:approve:role ${OURS}`),
  ],
  [
    'client',
    'manager',
    strings(
      `sites:view teams:view users:view registration-codes:view alerts:view maps:view maps:approve maps:update ${OURS_OF_ALL}`,
    ),
  ],
  ['client', 'approver', strings(`maps:view maps:approve maps:update users:approve sites:view ${OURS_OF_ALL}`)],
  [
    'monitoring-provider',
    'admin',
    strings(`users:view users:update monitoring-providers:view alerts:view ${OURS_OF_PROVIDERS}`),
  ],
  ['monitoring-provider', 'operator', strings(`alerts:view ${OURS_OF_PROVIDERS}`)],
]

describe('roles', () => {
  it.each(TABLE)('PERM-01 PERM-02 PERM-03 GAP-03 %s %s may do this and nothing else', (userType, role, permissions) => {
    const given = permissionsOf(userType, role)
    expect([...given].sort(), WHERE).toEqual([...permissions].sort())
    expect(new Set(given).size).toBe(given.length)
  })

  it('PERM-09 A-040 nobody knows are guests', () => {
    for (const [userType, role] of [
      ['tocsin', ''],
      ['tocsin', 'Root'],
      ['tocsin', 'superuser'],
      ['client', 'root'],
      ['map', 'manager'],
      ['map', 'worker'],
      ['', 'root'],
      ['constructor', 'name'],
      ['__proto__', 'toString'],
      ['tocsin', 'constructor'],
    ] as const)
      expect([userType, role, permissionsOf(userType, role)]).toEqual([userType, role, ['guest']])
  })
})

describe('permission strings', () => {
  /** Checks that the permissions exist and that somebody holds them. */
  const known = (text: string) => {
    for (const permission of strings(text))
      expect([permission, PERMISSIONS.has(permission)]).toEqual([permission, true])
  }

  it('PERM-07 PERM-11 are known, the samples first', () =>
    known(
      'clients:view users:view users:view:admins monitoring-providers:view:global license:comments:view registration-data:view client:terms:view',
    ))
  it('PERM-13 PERM-14 PERM-15 are known, of users, codes and what is updated', () =>
    known(
      'users:view/update/approve users:approve:role registration-codes:view/delete sites:update apps:view clients:view monitoring-providers:update projects:update',
    ))
  it('PERM-16 are known, of maps, and those of channels and templates', () =>
    known(
      'maps:approve maps:approve:role maps:update maps:role:approve channels:view/update channels:update:data-collection apps:create',
    ))
  it('PERM-21 PERM-22 PERM-23 PERM-24 are known, of screens, and those of broadcasts', () =>
    known(
      'clients:view/update/create users:view/update public-codes:view sites:view/update teams:view/update broadcast-messages:view',
    ))
  it('PERM-27 PERM-28 are known, of screens, and those of alerts, apps and surveys', () =>
    known(
      'alerts:view monitoring-providers:view/update documents:view/update apps:view/update/create surveys:view/update',
    ))
  it('PERM-32 PERM-33 are known, of screens, and those of channels', () =>
    known(
      'channels:view/update registration-codes:view/update registration-handlers:view/update registration-forms:view/update registration-data:view/update terms:view/create/update client:terms:update',
    ))
  it('PERM-34 PERM-35 PERM-36 are known, of screens', () =>
    known('client:terms:view/update/create license:comments:view/update/create projects:view/update/create'))

  it('are those of the requirements, ours and the guest, and no others', () => {
    expect([...PERMISSIONS].sort(), WHERE).toEqual([...COMPLETE, ...strings(OURS_OF_STAFF), 'guest'].sort())
    for (const permission of PERMISSIONS) expect(permission).toMatch(/^(guest|[a-z_-]+(:[a-z-]+)+)$/)
  })
})

describe('may', () => {
  const viewer = (userType: string, ...permissions: string[]): Viewer => ({ userType, role: 'x', permissions })

  it('wants one of several', () => {
    expect(may(viewer('client', 'apps:create'), ['apps:create', 'channels:update'])).toBe(true)
    expect(may(viewer('client', 'apps:view'), ['apps:create', 'channels:update'])).toBe(false)
    expect(may(viewer('client', 'apps:view'), [])).toBe(false)
    expect(may(viewer('client', 'apps'), 'apps:view')).toBe(false)
  })

  it('A-041 asks provider staff and everybody else for different strings', () => {
    expect(neededFor(users.can.update, viewer('tocsin'))).toEqual(['users:create:admins'])
    expect(neededFor(users.can.update, viewer('client'))).toEqual(['users:update'])
    expect(mayDo(viewer('tocsin', 'users:update'), users, 'create')).toBe(false)
    expect(mayDo(viewer('client', 'users:update'), users, 'create')).toBe(true)
    expect(mayDo(viewer('monitoring-provider', 'users:update'), users, { action: 'deactivate' })).toBe(true)
  })

  it('A-048 opens the creation of apps to either string', () => {
    for (const permission of ['apps:create', 'channels:update'])
      expect(mayDo(viewer('client', permission), apps, 'create')).toBe(true)
    expect(mayDo(viewer('client', 'apps:update'), apps, 'create')).toBe(false)
  })

  it('knows no verb and no action that is not declared', () => {
    const all = viewer('tocsin', ...PERMISSIONS)
    expect(mayDo(all, { ...apps, can: { view: 'apps:view' } }, 'delete')).toBe(false)
    expect(mayDo(all, apps, { action: 'explode' })).toBe(false)
  })
})

describe('the order among users', () => {
  const viewer = (userType: string, role: string): Viewer => ({
    userType,
    role,
    permissions: permissionsOf(userType, role),
  })
  const pairs = Object.entries(ROLES).flatMap(([userType, roles]) =>
    Object.keys(roles).map((role) => ({ userType, role })),
  )
  const granted = (userType: string, role: string) =>
    pairs
      .filter((one) => mayGrant(viewer(userType, role), one.userType, one.role))
      .map((one) => `${one.userType} ${one.role}`)
  const OF_CLIENTS = ['client admin', 'client manager', 'client approver']
  const OF_PROVIDERS = ['monitoring-provider admin', 'monitoring-provider operator']
  const BELOW_ROOT = ['tocsin admin', 'tocsin clientManager', 'tocsin broadcastOperator', 'tocsin guest']

  it('T15 USERS-21 PERM-06 puts nobody above whoever looks, pair by pair', () => {
    expect(granted('tocsin', 'root')).toEqual(['tocsin root', ...BELOW_ROOT, ...OF_CLIENTS, ...OF_PROVIDERS])
    expect(granted('tocsin', 'admin')).toEqual([...BELOW_ROOT, ...OF_CLIENTS, ...OF_PROVIDERS])
    expect(granted('tocsin', 'clientManager')).toEqual(OF_CLIENTS)
    expect(granted('client', 'admin')).toEqual(OF_CLIENTS)
    // A right that the viewer lacks puts its holder above the viewer.
    expect(granted('client', 'manager')).toEqual(['client manager'])
    expect(granted('client', 'approver')).toEqual(['client approver'])
    expect(granted('monitoring-provider', 'admin')).toEqual(OF_PROVIDERS)
    expect(granted('monitoring-provider', 'operator')).toEqual(['monitoring-provider operator'])
    expect(granted('tocsin', 'guest')).toEqual(['tocsin guest'])
  })

  it('T15 reaches beyond the strings held for exactly four, all of them of one client', () => {
    const manager = viewer('tocsin', 'clientManager')
    const beyond = new Set(
      pairs
        .filter((one) => mayGrant(manager, one.userType, one.role))
        .flatMap((one) => permissionsOf(one.userType, one.role))
        .filter((permission) => !may(manager, permission)),
    )
    // A string newly given to a client role is out of the manager's reach until it is declared to end at the border.
    expect([...beyond].sort()).toEqual([
      'channels:update:data-collection',
      'monitoring-providers:view:global',
      'users:approve',
      'users:approve:role',
    ])
    const others = pairs.filter(({ userType, role }) => `${userType} ${role}` !== 'tocsin clientManager')
    for (const { userType, role } of others)
      for (const one of pairs)
        if (mayGrant(viewer(userType, role), one.userType, one.role))
          for (const permission of permissionsOf(one.userType, one.role))
            expect([role, permission, permission === 'guest' || may(viewer(userType, role), permission)]).toEqual([
              role,
              permission,
              true,
            ])
  })

  it('USERS-21 offers the types and roles that somebody may give, and of a type nobody knows none', () => {
    const root = viewer('tocsin', 'root')
    expect(userTypeChoices(root)).toEqual(['tocsin', 'client', 'monitoring-provider'])
    expect(roleChoices(root, 'client')).toEqual(['admin', 'manager', 'approver'])
    expect(roleChoices(viewer('tocsin', 'admin'), 'tocsin')).toEqual([
      'admin',
      'clientManager',
      'broadcastOperator',
      'guest',
    ])
    expect(userTypeChoices(viewer('tocsin', 'clientManager'))).toEqual(['client'])
    expect(userTypeChoices(viewer('client', 'admin'))).toEqual(['client'])
    for (const type of ['map', '', 'constructor', '__proto__']) expect(roleChoices(root, type)).toEqual([])
  })
})

describe('who may sign in as whom', () => {
  const person = (id: number, userType: string, role: string, more: Partial<Account> = {}): Account => ({
    id,
    userType,
    role,
    permissions: permissionsOf(userType, role),
    impersonator: null,
    ...more,
  })
  const target = (userType: string, role: string, more: object = {}) =>
    ({ id: 100, userType, role, active: true, ...more }) as never
  const why = (viewer: Account, record: never) =>
    whyNot({ resource: users, action: 'loginAs', record, viewer, lock: null })?.reason.key.split('.').at(-1) ?? null

  it('USERS-09 asks for the permission of the user’s type, or of any where there is no user yet', () => {
    const { can } = users.actions.loginAs
    const root = person(1, 'tocsin', 'root')
    expect(neededFor(can, root)).toEqual(['tocsin', 'client', 'monitoring-provider'].map(loginAs))
    expect(neededFor(can, root, { userType: 'client' })).toEqual(['login_as:user:client'])
    const admin = person(2, 'tocsin', 'admin')
    expect(mayDo(admin, users, { action: 'loginAs' })).toBe(true)
    expect(mayDo(admin, users, { action: 'loginAs' }, { userType: 'tocsin' })).toBe(false)
    expect(mayDo(person(6, 'client', 'admin'), users, { action: 'loginAs' })).toBe(false)
  })

  it('T20 T21 says why not: oneself, nested, inactive, another type, above', () => {
    const root = person(1, 'tocsin', 'root')
    const admin = person(2, 'tocsin', 'admin')
    expect(why(root, target('client', 'admin'))).toBe(null)
    expect(why(root, target('tocsin', 'root', { id: 1 }))).toBe('isYourself')
    expect(
      why(
        person(1, 'tocsin', 'root', { impersonator: { id: 9, name: 'x', username: 'x' } }),
        target('client', 'admin'),
      ),
    ).toBe('alreadySignedInAs')
    expect(why(root, target('client', 'admin', { active: false }))).toBe('notActive')
    expect(why(admin, target('tocsin', 'guest'))).toBe('notYoursToSignInAs')
    // No role of the table holds the permission without the rank; a role of another server may.
    const odd = person(3, 'tocsin', 'clientManager', { permissions: ['login_as:user:client', 'users:update'] })
    expect(why(odd, target('client', 'admin'))).toBe('aboveYou')
    expect(why(person(3, 'tocsin', 'clientManager'), target('client', 'admin'))).toBe(null)
  })
})
