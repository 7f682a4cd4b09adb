import { describe, expect, it } from 'vitest'
import { clients } from '@tocsin/core/resources/clients/index'
import { projects } from '@tocsin/core/resources/projects/index'
import { sites } from '@tocsin/core/resources/sites/index'
import { teams } from '@tocsin/core/resources/teams/index'
import { users } from '@tocsin/core/resources/users/index'
import { changesOf, withValue } from '@tocsin/core/vocabulary/changes'
import { givenOf, applies, previousOf, problemsOf, initialValues, withoutProblemsAt, withoutSecrets } from './draft'

const site = {
  id: 12,
  version: 3,
  name: 'Abaeté',
  tag: '1500107',
  siteType: 'site',
  ClientId: 2,
  ProjectId: null,
  active: true,
  location: { formatted: 'Rua A, 1', address: null, zip: null, city: 'Abaeté', state: 'MG', country: null },
  lat: -19.1,
  lng: -45.4,
  radius: 0.1,
  MobileProfiles: [{ name: 'Ana', job: null, email: null, phone: null }],
  timezone: null,
}
const start = initialValues(sites.fields, site)

describe('a draft', () => {
  it('is not changed by what is stored the same', () => {
    const typed = withValue(withValue(start, 'name', '  Abaete\u0301 '), 'location.address', '')
    expect(changesOf(sites.fields, start, typed)).toEqual({})
    expect(changesOf(sites.fields, { ...start, MobileProfiles: null }, { ...start, MobileProfiles: [] })).toEqual({})
  })

  it('says what changed by path, and a list as a whole', () => {
    let draft = withValue(start, 'location.city', 'Belém')
    draft = withValue(draft, 'MobileProfiles.0.phone', '+5531999990000')
    draft = withValue(draft, 'tag', ' ')
    expect(changesOf(sites.fields, start, draft)).toEqual({
      tag: null,
      'location.city': 'Belém',
      MobileProfiles: [{ name: 'Ana', job: null, email: null, phone: '+5531999990000' }],
    })
    expect(start['location']).toBe(site.location)
  })

  it('knows what takes a change back', () => {
    const changes = changesOf(sites.fields, start, withValue(withValue(start, 'location.zip', '66000'), 'radius', 2))
    expect(previousOf(sites.fields, start, changes)).toEqual({ 'location.zip': null, radius: 0.1 })
  })

  it('never sends or counts what only the server writes', () => {
    const draft = { ...start, id: 99, version: 7, App: { name: 'x' } }
    expect(changesOf(sites.fields, start, draft)).toEqual({})
    expect(givenOf(sites.fields, draft)).not.toHaveProperty('id')
  })

  it('is sent without what is empty when it is new', () => {
    const draft = withValue(initialValues(sites.fields, null, { ClientId: 2 }), 'location.formatted', 'Rua A')
    expect(givenOf(sites.fields, { ...draft, name: ' Novo ' })).toEqual({
      name: 'Novo',
      ClientId: 2,
      active: true,
      siteType: 'site',
      radius: 0.1,
      location: expect.objectContaining({ formatted: 'Rua A' }) as unknown,
    })
    expect(givenOf(sites.fields, draft)['location']).toEqual({ formatted: 'Rua A' })
  })

  it('keeps no secret on the machine', () => {
    const before = initialValues(users.fields, null)
    const draft = { ...before, name: 'Ana', password: 'Demo1234', passwordConfirm: 'Demo1234' }
    expect(withoutSecrets(users.fields, changesOf(users.fields, before, draft))).toEqual({ name: 'Ana' })
    const manager = withValue(initialValues(clients.fields, null), 'manager.username', 'ana')
    expect(
      withoutSecrets(clients.fields, changesOf(clients.fields, initialValues(clients.fields, null), manager)),
    ).toEqual({})
  })
})

describe('what is wrong with a draft, by path', () => {
  it('MFA-24 takes no local phone for one of another country', () => {
    const team = { name: 'Ronda', location: { formatted: 'Rua A, 1' }, timezone: 'America/Bahia', siteType: 'team' }
    const withPhone = (phone: string) => ({ ...team, MobileProfiles: [{ name: 'Ana', phone }] })
    expect(problemsOf(teams.fields, withPhone('11 91234-5678'))['MobileProfiles.0.phone']).toEqual({
      key: 'formErrors.phone',
    })
    expect(problemsOf(teams.fields, withPhone('+55 11 91234-5678'))).not.toHaveProperty(['MobileProfiles.0.phone'])
  })
  it('CLIENT-06 asks a new client for name, nickname and its manager', () => {
    expect(Object.keys(problemsOf(clients.fields, initialValues(clients.fields, null)))).toEqual([
      'name',
      'nickname',
      'manager.username',
      'manager.email',
      'manager.name',
    ])
    const begun = withValue(initialValues(clients.fields, null), 'manager.email', 'no address')
    expect(problemsOf(clients.fields, begun)).toMatchObject({
      'manager.username': { key: 'formErrors.required' },
      'manager.email': { key: 'formErrors.email' },
      'manager.name': { key: 'formErrors.required' },
    })
  })

  it('PROJ-05 asks a project for name and description', () => {
    expect(Object.keys(problemsOf(projects.fields, initialValues(projects.fields, null, { ClientId: 2 })))).toEqual([
      'name',
      'description',
    ])
  })

  it('SITE-13 TEAM-07 asks a place for its address, and a team for its time zone', () => {
    const given = { ClientId: 2, name: 'x' }
    expect(Object.keys(problemsOf(sites.fields, initialValues(sites.fields, null, given)))).toEqual([
      'location.formatted',
    ])
    expect(problemsOf(teams.fields, initialValues(teams.fields, null, given))).toMatchObject({
      'location.formatted': { key: 'formErrors.required' },
      timezone: { key: 'formErrors.required' },
    })
  })

  it('finds nothing wrong with a stored record, whatever is asked of new ones alone', () => {
    const client = { id: 2, version: 1, name: 'Acme', nickname: 'acme', active: true, locked: false, config: null }
    expect(problemsOf(clients.fields, initialValues(clients.fields, client))).toEqual({})
    expect(problemsOf(sites.fields, start)).toEqual({})
  })

  it('names items of a list by their place', () => {
    const draft = withValue(start, 'MobileProfiles', [{ name: 'Ana' }, { name: '', email: 'ana' }])
    expect(Object.keys(problemsOf(sites.fields, draft))).toEqual(['MobileProfiles.1.name', 'MobileProfiles.1.email'])
  })

  it('tells that a text is no number', () => {
    expect(problemsOf(sites.fields, withValue(start, 'radius', 'wide'))).toEqual({
      radius: { key: 'formErrors.number' },
    })
  })

  it('forgets what the server said of a field once it is changed', () => {
    const said = { name: { key: 'formErrors.taken' }, 'location.city': { key: 'formErrors.required' } }
    expect(Object.keys(withoutProblemsAt(said, 'name'))).toEqual(['location.city'])
    expect(Object.keys(withoutProblemsAt(said, 'location'))).toEqual(['name'])
  })

  it('shows a field only while it applies', () => {
    const field = users.fields.ClientId
    expect(applies(field, { userType: 'client' }, 'ClientId')).toBe(true)
    expect(applies(field, { userType: 'tocsin' }, 'ClientId')).toBe(false)
  })
})
