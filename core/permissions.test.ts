import { describe, expect, it } from 'vitest'
import { may, mayDo, neededFor, PERMISSIONS, permissionsOf, type Viewer } from './permissions'
import { apps } from './resources/apps/index'
import { users } from './resources/users/index'

/** `sites:view/update` → both strings; the tables below are spelled as the requirements spell them. */
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

/** Ours: own scope, for the roles that look after a client. */
const HISTORY = 'audit-events:view'

const TABLE: [userType: string, role: string, permissions: string[]][] = [
  ['tocsin', 'root', [...COMPLETE, HISTORY]],
  ['tocsin', 'admin', [...COMPLETE.filter((one) => one !== 'login_as:user:tocsin'), HISTORY]],
  [
    'tocsin',
    'clientManager',
    strings(`clients:view clients:update ${INSIDE} users:create:admins login_as:user:client
      license:comments:view/create/update terms:view ${HISTORY}`),
  ],
  ['tocsin', 'broadcastOperator', strings('broadcast-messages:view/update channels:view apps:view clients:view')],
  ['tocsin', 'guest', ['guest']],
  [
    'client',
    'admin',
    strings(`clients:view ${INSIDE} monitoring-providers:view:global channels:update:data-collection users:approve
      users:approve:role ${HISTORY}`),
  ],
  [
    'client',
    'manager',
    strings('sites:view teams:view users:view registration-codes:view alerts:view maps:view maps:approve maps:update'),
  ],
  ['client', 'approver', strings('maps:view maps:approve maps:update users:approve sites:view')],
  ['monitoring-provider', 'admin', strings('users:view users:update monitoring-providers:view alerts:view')],
  ['monitoring-provider', 'operator', ['alerts:view']],
]

describe('roles', () => {
  it.each(TABLE)('PERM-01 PERM-02 PERM-03 %s %s may do this and nothing else', (userType, role, permissions) => {
    const given = permissionsOf(userType, role)
    expect([...given].sort()).toEqual([...permissions].sort())
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
  /** Known, and held by somebody. */
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
  it('PERM-16 PERM-17 PERM-18 PERM-19 are known, of maps, channels and templates', () =>
    known(
      'maps:approve maps:approve:role maps:update maps:role:approve channels:view/update channels:update:data-collection apps:create',
    ))
  it('PERM-21 PERM-22 PERM-23 PERM-24 PERM-25 are known, of screens', () =>
    known(
      'clients:view/update/create users:view/update public-codes:view sites:view/update teams:view/update broadcast-messages:view',
    ))
  it('PERM-26 PERM-27 PERM-28 PERM-29 PERM-30 are known, of screens', () =>
    known(
      'alerts:view monitoring-providers:view/update documents:view/update apps:view/update/create surveys:view/update',
    ))
  it('PERM-31 PERM-32 PERM-33 are known, of screens', () =>
    known(
      'channels:view/update registration-codes:view/update registration-handlers:view/update registration-forms:view/update registration-data:view/update terms:view/create/update client:terms:update',
    ))
  it('PERM-34 PERM-35 PERM-36 are known, of screens', () =>
    known('client:terms:view/update/create license:comments:view/update/create projects:view/update/create'))

  it('are those of the requirements, ours and the guest, and no others', () => {
    expect([...PERMISSIONS].sort()).toEqual([...COMPLETE, HISTORY, 'guest'].sort())
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
