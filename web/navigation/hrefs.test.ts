import { beforeAll, describe, expect, it } from 'vitest'
import { loadResources } from '../data/resources'
import { createHref, safeRedirect, screenAt, withRow } from './hrefs'
import '../resources/screenless'
import '../resources/views'

beforeAll(loadResources)

describe('where a form goes when it is done', () => {
  it.each([
    '/',
    '/sites',
    '/clients/7/show?tab=sites',
    '/sites/create?ClientId=7',
    '/sites#row',
    '/sites?redirect=%2F%2Fx',
  ])('SITE-07 follows %s', (path) => expect(safeRedirect(path)).toBe(path))

  const FOREIGN = [
    null,
    '',
    'sites',
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /\\evil.example',
    'http://evil.example',
    'https://evil.example',
    'HTTPS://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://evil.example/1',
    'ftp://evil.example',
    './/evil.example',
    '..//evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '/sites/..//evil.example',
    '@evil.example',
    '?redirect=//evil.example',
    '#//evil.example',
    '/\u0000/evil.example',
    '/\\\\evil.example',
  ]
  it.each(FOREIGN)('T65 does not follow %j', (text) => expect(safeRedirect(text)).toBeNull())

  it('SITE-07 TEAM-04 says where one is made, with its client and the place to come back to', () => {
    expect(createHref('sites', { ClientId: 7 }, '/clients/7/show?tab=sites')).toBe(
      '/sites/create?ClientId=7&redirect=%2Fclients%2F7%2Fshow%3Ftab%3Dsites',
    )
    expect(createHref('teams')).toBe('/teams/create')
  })
})

describe('the way back from a form that made a record', () => {
  it.each([
    ['/sites', '/sites#row=12'],
    ['/sites?q=a&order=name+ASC', '/sites?q=a&order=name+ASC#row=12'],
    ['/clients/7/show?tab=sites', '/clients/7/show?tab=sites#row=12'],
    ['/clients/7?tab=terms', '/clients/7?tab=terms#row=12'],
  ])('leads from %s to the new row', (href, to) => expect(withRow(href, 12)).toBe(to))
  it.each(['/', '/sites/7', '/sites/create', '/sites#row=3'])('leaves %s as it is', (href) =>
    expect(withRow(href, 12)).toBe(href),
  )
})

describe('which screen an address is', () => {
  it.each([
    ['/sites', 'list', 0],
    ['/sites/create', 'create', 0],
    ['/sites/7/show', 'show', 7],
    ['/sites/7', 'edit', 7],
  ])('%s is the %s of a resource', (path, kind, id) => {
    expect(screenAt(path)).toMatchObject({ resource: { name: 'sites' }, kind, id })
  })

  it.each([
    ['/terms', 'list', 0, false],
    ['/client-terms', 'list', 0, true],
    ['/client-terms/create', 'create', 0, true],
    ['/client-terms/7/show', 'show', 7, true],
    ['/client-terms/7', 'edit', 7, true],
  ])('TERM-02 %s is the %s of terms, whose calls both addresses share', (path, kind, id, ofClients) => {
    expect(screenAt(path)).toMatchObject({ resource: { name: 'terms' }, kind, id, ofClients })
  })

  it.each([
    '/',
    '/login',
    '/nothing',
    '/sitesx',
    '/sites/',
    '/sites/0',
    '/sites/07',
    '/sites/x/show',
    '/sites/7/show/1',
  ])('knows none at %s', (path) => expect(screenAt(path)).toBeNull())
})
