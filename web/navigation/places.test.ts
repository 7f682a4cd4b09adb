import { profileOf as viewer } from '../../tests/profile-of'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Profile } from '@tocsin/core/api/session'

// Loading the resources adds their words to the page's vocabulary, which reads the language from a browser.
vi.stubGlobal('location', { search: '' })
vi.stubGlobal('navigator', { languages: ['en-US'] })

const { everyFace, loadResources } = await import('../data/resources')
const { keepHandlersV2 } = await import('../data/handlers-v2')
const { listHref, screenAt } = await import('./hrefs')
await import('../resources/views')
await import('../resources/screenless')
const { iconOf, placesOf, sidebarOf } = await import('./places')
const { SIDEBAR_GROUPS } = await import('../data/views')

describe('what stands in the sidebar', () => {
  beforeAll(loadResources)

  it('SHELL-04 SHELL-05 is what provider staff may see, in the specified order', () => {
    expect(sidebarOf(viewer('tocsin', 'root'), 'main')).toEqual([
      'public-codes',
      'clients',
      'mobile-users',
      'maps',
      'templates',
      'monitoring-providers',
      'users',
      'broadcast-messages',
      'license-comments',
    ])
    expect(sidebarOf(viewer('tocsin', 'broadcastOperator'), 'main')).toEqual([
      'clients',
      'mobile-users',
      'maps',
      'templates',
      'broadcast-messages',
    ])
    expect(sidebarOf(viewer('tocsin', 'guest'), 'main')).toEqual([])
  })
  it('SHELL-07 W38 groups what staff of a client may see, in the specified order', () => {
    const groups = (role: string) => SIDEBAR_GROUPS.map((group) => sidebarOf(viewer('client', role), group))
    expect(groups('admin')).toEqual([
      ['sites', 'teams', 'maps', 'users', 'monitoring-providers'],
      ['apps', 'templates'],
      ['registration-data-schemas', 'registration-forms', 'registration-handlers', 'registration-codes'],
      ['terms'],
    ])
    expect(groups('approver')).toEqual([['sites', 'maps'], [], [], []])
  })
  it('W67 has a person with a phone for mobile profiles, and a map for no list', () => {
    expect(iconOf('maps')).toBe('userPhone')
    expect(everyFace().map(({ name }) => iconOf(name))).not.toContain('map')
  })

  it('PERM-37 A-046 asks nothing for the lists of mobile profiles and users but to be more than a guest', () => {
    const holding = (userType: string, ...permissions: string[]) => viewer(userType, 'any', { permissions })
    const people = (profile: Profile) =>
      sidebarOf(profile, 'main').filter((resource) => /^(maps|mobile-users)$/.test(resource))
    expect(people(holding('tocsin', 'channels:view'))).toEqual(['mobile-users', 'maps'])
    expect(people(holding('client', 'surveys:view'))).toEqual(['maps'])
    for (const type of ['tocsin', 'client']) expect(people(holding(type, 'guest'))).toEqual([])
    expect(people(holding('monitoring-provider', 'maps:view', 'mobile-users:view'))).toEqual([])
  })
  it('SHELL-09 HAND-02 FLAG-08 leads by the one entry of handlers to those that the flag has in use', () => {
    const admin = viewer('client', 'admin')
    const handlers = () =>
      [...sidebarOf(admin, 'registration'), ...placesOf(admin)].filter((resourceName) =>
        resourceName.startsWith('registration-handlers'),
      )
    expect(handlers()).toEqual(['registration-handlers', 'registration-handlers'])
    keepHandlersV2(true)
    expect(handlers()).toEqual(['registration-handlers-v2', 'registration-handlers-v2'])
    expect(listHref('registration-handlers-v2')).toBe('/v2/registration-handlers')
    keepHandlersV2(false)
    expect(handlers()).toEqual(['registration-handlers', 'registration-handlers'])
  })
  it('has no screen of registration data, whose rows are in their schema', () => {
    expect(placesOf(viewer('tocsin', 'root'))).not.toContain('registration-data')
    expect(screenAt('/registration-data')).toBeNull()
    expect(screenAt('/registration-data/7')).toBeNull()
    expect(screenAt('/registration-data/schemas/7')).toMatchObject({ kind: 'edit', id: 7 })
  })
  it('SHELL-10 leaves who is bound to a site only what has the dimension of a site', () => {
    expect(sidebarOf(viewer('client', 'manager', { SiteId: 4 }), 'main')).toEqual(['maps', 'users'])
    // Everybody has tokens of their own (C06).
    expect(placesOf(viewer('client', 'manager', { SiteId: 4 })).sort()).toEqual(['maps', 'tokens', 'users'])
  })
  it('SHELL-06 SHELL-08 ends with what is set up once: documents and terms, of a client its own terms', () => {
    expect(sidebarOf(viewer('tocsin', 'root'), 'settings')).toEqual(['documents', 'terms'])
    expect(sidebarOf(viewer('tocsin', 'clientManager'), 'settings')).toEqual(['terms'])
    expect(sidebarOf(viewer('client', 'admin'), 'settings')).toEqual(['terms'])
    expect(sidebarOf(viewer('client', 'admin', { SiteId: 4 }), 'settings')).toEqual([])
    expect(sidebarOf(viewer('client', 'approver'), 'settings')).toEqual([])
  })
  it('keeps lists that are in no sidebar within reach of the palette', () => {
    expect(placesOf(viewer('tocsin', 'root'))).toEqual(
      expect.arrayContaining(['sites', 'teams', 'projects', 'apps', 'audit-events']),
    )
    // a provider's people have no sidebar, and find what they may read in the palette.
    expect(placesOf(viewer('monitoring-provider', 'operator'))).toEqual(['broadcast-messages', 'alerts', 'tokens'])
    for (const group of SIDEBAR_GROUPS) expect(sidebarOf(viewer('monitoring-provider', 'operator'), group)).toEqual([])
    expect(placesOf(viewer('tocsin', 'guest'))).toEqual([])
  })
})
