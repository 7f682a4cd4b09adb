import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from './kinds'
import type { Draft, Fields, Rule } from './resource'
import { apps } from '../resources/apps/index'
import { clients } from '../resources/clients/index'
import { registrationCodes } from '../resources/registration-codes/index'
import { sites } from '../resources/sites/index'
import { teams } from '../resources/teams/index'
import { users } from '../resources/users/index'
import { required } from './rules'
import { canonical, canonicalText, check, createMemory, withDefaults } from './validate'

const all = { apps, clients, registrationCodes, sites, teams, users }
const school = { name: 'Escola', ClientId: 2, location: { formatted: 'Rua A, 1' }, radius: 0.1, siteType: 'site' }
const keys = (fields: Fields, record: Draft) =>
  Object.fromEntries(check(fields, record).map(({ field, key }) => [field, key]))

/** Anything under the names of a resource's fields. */
const anyRecord = (fields: Fields) =>
  fc.record(Object.fromEntries(Object.keys(fields).map((name) => [name, fc.anything({ maxDepth: 3 })])), {
    requiredKeys: [],
  })

describe('a memory', () => {
  let looked = 0
  const counted: Rule = (value) => {
    looked++
    return value === 'x' ? { key: 'formErrors.taken' } : null
  }
  const list: Fields = {
    list: {
      type: 'list',
      rules: [(value) => ((value as unknown[]).length > 2 ? { key: 'formErrors.maxItems' } : null)],
      fields: { name: { type: 'text', rules: [counted] } },
    },
  }
  const item = (name: string) => ({ name })

  it('looks at the items that changed alone, and finds the same', () => {
    const memory = createMemory()
    const before = [item(' a '), item('x'), item('b')]
    const counts = [3, 1, 0, 0]
    for (const items of [before, before.with(0, item('x')), before.toReversed(), before]) {
      const remembered = canonical(list, { list: items }, memory)
      expect(remembered).toEqual(canonical(list, { list: items }))
      const problems = check(list, remembered)
      looked = 0
      expect(check(list, remembered, { memory })).toEqual(problems)
      expect(looked).toBe(counts.shift())
    }
  })
  it('hides no problem of an item behind one of the list', () => {
    expect(check(list, { list: [item('x'), item('a'), item('b')] })).toEqual([
      { field: 'list', key: 'formErrors.maxItems' },
      { field: 'list.0.name', key: 'formErrors.taken' },
    ])
  })
})

describe('check', () => {
  it('finds nothing wrong with a whole record, and each missing part of one', () => {
    expect(check(sites.fields, school)).toEqual([])
    expect(keys(sites.fields, {})).toEqual({
      name: 'formErrors.required',
      ClientId: 'formErrors.required',
      'location.formatted': 'formErrors.required',
      radius: 'formErrors.required',
    })
    expect(keys(sites.fields, { ...school, location: { city: 'Natal' } })).toEqual({
      'location.formatted': 'formErrors.required',
    })
    expect(keys(sites.fields, { ...school, MobileProfiles: [{ name: 'Ana' }, { email: 'x' }, null] })).toEqual({
      'MobileProfiles.1.name': 'formErrors.required',
      'MobileProfiles.1.email': 'formErrors.email',
      'MobileProfiles.2': 'formErrors.type',
    })
  })

  it('leaves out of a change what it does not name', () => {
    expect(check(sites.fields, { radius: 0 }, { partial: true }).map(({ field }) => field)).toEqual(['radius'])
    expect(check(sites.fields, {}, { partial: true })).toEqual([])
    expect(check(sites.fields, { name: null }, { partial: true })).toEqual([
      { field: 'name', key: 'formErrors.required' },
    ])
  })

  it('refuses what nobody declared, at any depth', () => {
    expect(keys(sites.fields, { ...school, bogus: 1, location: { formatted: 'x', planet: 'Earth' } })).toEqual({
      bogus: 'formErrors.unknownField',
      'location.planet': 'formErrors.unknownField',
    })
    const inherited = JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}') as Draft
    expect(keys(sites.fields, { ...school, ...inherited })).toMatchObject({ constructor: 'formErrors.unknownField' })
  })

  it('TEAM-07 ENT-SITE-07 asks a team for its time zone, and a site for none', () => {
    expect(keys(sites.fields, { ...school, siteType: 'team' })).toEqual({ timezone: 'formErrors.required' })
    expect(check(sites.fields, { ...school, siteType: 'site', timezone: 'nonsense' })).toEqual([])
    expect(canonical(sites.fields, { ...school, timezone: 'nonsense' })['timezone']).toBe(null)
  })

  it('PERM-02 PERM-06 wants a site of a site manager and clients of a client manager', () => {
    const user = { name: 'A', username: 'a', email: 'a@b.co', password: 'Senha1234', passwordConfirm: 'Senha1234' }
    const staff = { ...user, userType: 'tocsin', role: 'clientManager' }
    expect(keys(users.fields, { ...staff, ClientIds: [] })).toEqual({ ClientIds: 'formErrors.required' })
    expect(keys(users.fields, { ...staff, ClientIds: [2] })).toEqual({})
    const manager = { ...user, userType: 'client', role: 'manager', ClientId: 2 }
    expect(keys(users.fields, manager)).toEqual({ SiteId: 'formErrors.required' })
    expect(keys(users.fields, { ...manager, SiteId: 1 })).toEqual({})
    expect(keys(users.fields, { ...manager, SiteId: 1, role: 'root' })).toEqual({ role: 'formErrors.role' })
  })

  it.each(['number', 'boolean', 'ref', 'refs', 'group', 'list'] as const)(
    'takes a blank for no %s: what belongs there is no text',
    (type) => {
      for (const value of ['', ' ']) expect(check({ value: { type, of: 'x', fields: {} } }, { value })).toHaveLength(1)
      expect(check({ value: { type, of: 'x', fields: {} } }, { value: null })).toEqual([])
    },
  )

  it('refuses controls and what PostgreSQL cannot store, wherever it stands', () => {
    for (const value of ['a\0b', 'a\u001b[31m', '\u007f', '\ud800', 'x\udc00y']) {
      for (const type of ['text', 'longtext', 'html', 'json', 'tags'] as const)
        expect(keys({ value: { type } }, { value })).toEqual({ value: 'formErrors.characters' })
      expect(keys({ value: { type: 'json' } }, { value: { a: [{ [value]: 1 }] } })).toEqual({
        value: 'formErrors.characters',
      })
    }
  })

  it('leaves no text, list or depth unbounded', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
    expect(check({ value: { type: 'json' } }, { value: nested(LIMITS.depth) })).toEqual([])
    expect(keys({ value: { type: 'json' } }, { value: nested(LIMITS.depth + 1) })).toEqual({
      value: 'formErrors.depth',
    })
    // So deep that a walk through all of it would run out of stack.
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(keys({ value: { type: 'json' } }, { value: deep })).toEqual({ value: 'formErrors.depth' })
    for (const type of ['text', 'longtext', 'html'] as const) {
      expect(check({ value: { type } }, { value: '🚒'.repeat(LIMITS[type]) })).toEqual([])
      expect(keys({ value: { type } }, { value: '🚒'.repeat(LIMITS[type] + 1) })).toEqual({
        value: 'formErrors.maxLength',
      })
    }
    const many = Array.from({ length: LIMITS.items + 1 }, () => ({}))
    expect(keys({ value: { type: 'list', fields: {} } }, { value: many })).toEqual({ value: 'formErrors.maxItems' })
  })

  it('takes ids that a column holds', () => {
    const ref = { value: { type: 'ref', of: 'clients', rules: [required()] } } as const
    for (const value of [1, 2_147_483_647]) expect(check(ref, { value })).toEqual([])
    for (const value of [0, -1, 1.5, 2_147_483_648, '7', NaN])
      expect(keys(ref, { value })).toEqual({ value: 'formErrors.ref' })
  })

  it.each(Object.entries(all))('never throws over %s, whatever it is given', (_name, { fields }) => {
    fc.assert(
      fc.property(anyRecord(fields), (record) => {
        expect(Array.isArray(check(fields, record))).toBe(true)
        expect(Array.isArray(check(fields, canonical(fields, record)))).toBe(true)
        withDefaults(fields, record)
      }),
      { numRuns: 300, seed: 3 },
    )
  })
})

describe('the stored form', () => {
  it('is NFC with LF and without blanks around', () => {
    expect(canonicalText('  São\r\nPaulo\r ')).toBe('São\nPaulo')
    expect(canonical(sites.fields, { name: ' a ', tag: '  ', lat: null })).toEqual({ name: 'a', tag: null, lat: null })
  })

  it('has every field of a group, and none that nobody declared', () => {
    expect(canonical(sites.fields, { location: { formatted: ' x ', planet: 1 }, bogus: 1 })).toEqual({
      location: { formatted: 'x', address: null, zip: null, city: null, state: null, country: null },
    })
  })

  it('K8 has of a large group only what is not empty, in everything within it, and free JSON as it is', () => {
    const part: Fields = { text: { type: 'text' }, free: { type: 'json' } }
    const fields: Fields = {
      large: {
        type: 'group',
        large: true,
        fields: { ...part, group: { type: 'group', fields: part }, list: { type: 'list', fields: part } },
      },
      group: { type: 'group', fields: part },
    }
    const given = { text: ' ', free: { rule: null } }
    expect(
      canonical(fields, { large: { text: null, free: null, group: given, list: [given, {}] }, group: given }),
    ).toEqual({
      large: { group: { free: { rule: null } }, list: [{ free: { rule: null } }, {}] },
      group: { text: null, free: { rule: null } },
    })
  })

  it.each(Object.entries(all))('is its own stored form, for %s', (_name, { fields }) => {
    fc.assert(
      fc.property(anyRecord(fields), (record) => {
        const once = canonical(fields, record)
        expect(canonical(fields, once)).toEqual(once)
      }),
      { numRuns: 300, seed: 5 },
    )
  })
})

describe('defaults', () => {
  it('CONST-25 CONST-26 ENT-SITE-04 ENT-CLIENT-02 stand where nothing was given', () => {
    expect(withDefaults(sites.fields, {})).toMatchObject({
      radius: 0.1,
      active: true,
      siteType: 'site',
      MobileProfiles: [],
    })
    expect(withDefaults(sites.fields, { radius: null })['radius']).toBe(0.1)
    expect(withDefaults(sites.fields, { radius: 5, active: false })).toMatchObject({ radius: 5, active: false })
    expect(withDefaults(clients.fields, {})['config']).toEqual({ minAppVersion: '1.0.0' })
    expect(withDefaults(clients.fields, { config: { minAppVersion: '' } })['config']).toEqual({
      minAppVersion: '1.0.0',
    })
  })

  it('ENT-APP-03 ENT-APP-04 CONST-31 give an app its colours and its theme', () => {
    const { config } = withDefaults(apps.fields, { config: { textColor: '#000000' } })
    expect(config).toMatchObject({
      backgroundColor: '#007DD8',
      textColor: '#000000',
      headerColor: '#007DD8',
      secondaryColor: '#363435',
      secondaryBackgroundColor: '#FAFAFA',
      themeName: 'tocsin',
    })
    const draft = { name: 'x', clientId: 2, projectId: 2 }
    expect(check(apps.fields, { ...draft, config: { themeName: 'business' } })).toEqual([])
    expect(keys(apps.fields, { ...draft, config: { themeName: 'pink' } })).toEqual({
      'config.themeName': 'formErrors.oneOf',
    })
  })

  it('never touches what it was given', () => {
    const draft = Object.freeze({ config: Object.freeze({}) })
    withDefaults(apps.fields, draft)
    expect(draft).toEqual({ config: {} })
  })

  it('CONST-23 ENT-REG-02 a code has six letters or digits', () => {
    const code = (value: string) => keys(registrationCodes.fields, { code: value, mode: 'client', ClientId: 2 })
    for (const good of ['ABC123', 'abc123', '000000']) expect(code(good)).toEqual({})
    for (const bad of ['ABC12', 'ABC1234', 'ABC-12', 'ÁBC123']) expect(code(bad)).toEqual({ code: 'formErrors.code' })
    expect(keys(registrationCodes.fields, { mode: 'team', ClientId: 2 })).toEqual({ mode: 'formErrors.oneOf' })
  })
})
