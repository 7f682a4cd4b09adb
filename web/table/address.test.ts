import { describe, expect, it } from 'vitest'
import { alerts } from '@tocsin/core/resources/alerts/index'
import { sites } from '@tocsin/core/resources/sites/index'
import { filtersOf, readAddress, invalidFiltersIn, writeAddress, type ListState } from './address'

const filters = filtersOf(sites, { ClientId: 7 })
const read = (search: string, prefix?: string) => readAddress(new URLSearchParams(search), sites, filters, prefix)
const DEFAULTS: ListState = { q: '', filters: {}, order: null, offset: 0, ids: null }

describe('the address of a list', () => {
  it('holds search, filters, order and place, and gives them back', () => {
    const state: ListState = {
      q: 'são josé & <b>',
      filters: { showInactive: true, siteType: 'team', appId: 12 },
      order: 'App.name DESC',
      offset: 5000,
      ids: [9, 3, 12],
    }
    const written = writeAddress(new URLSearchParams('tab=3'), state, filters)
    expect(written.get('tab')).toBe('3')
    expect(readAddress(new URLSearchParams(written.toString()), sites, filters)).toEqual(state)
  })

  it.each([
    'order=name',
    'order=name SIDEWAYS',
    'order=registrationCodes ASC',
    'order=__proto__ ASC',
    'order=location.constructor ASC',
    'offset=-1',
    'offset=1e9',
    'offset=99999999999',
    'offset=NaN',
    'siteType=castle',
    'appId=0',
    'ids=1,two',
    `ids=${'7,'.repeat(1000)}7`,
    'appId=twelve',
    'showInactive=yes',
    'exportMode=1',
    'ClientId=8',
    '__proto__=1',
    `q=${'x'.repeat(256)}`,
  ])('means its defaults by %s', (search) => {
    expect(read(search)).toEqual(DEFAULTS)
  })

  it('knows what it filters by that no record can be', () => {
    const unread = (search: string, prefix?: string) =>
      invalidFiltersIn(new URLSearchParams(search), filters, prefix).map(({ name, text }) => `${name} ${text}`)
    expect(unread('siteType=castle&AppId=twelve&showInactive=yes')).toEqual([
      'siteType castle',
      'appId twelve',
      'showInactive yes',
    ])
    expect(unread('siteType=team&appId=3&showInactive=false&siteType=&q=x&tab=3&ClientId=x&__proto__=1')).toEqual([])
    expect(unread('siteType=castle&codes.siteType=hut', 'codes.')).toEqual(['siteType hut'])
  })

  it('filters by what is a date, and by nothing else', () => {
    const dates = filtersOf(alerts, {})
    const params = new URLSearchParams('from=2026-01-20&to=2026-13-01&resolvedFrom=20/01/2026')
    expect(readAddress(params, alerts, dates).filters).toEqual({ from: '2026-01-20' })
    expect(invalidFiltersIn(params, dates).map(({ name }) => name)).toEqual(['to', 'resolvedFrom'])
  })

  it('reads a reference in either spelling', () => {
    expect(read('AppId=3').filters).toEqual({ appId: 3 })
  })

  it('drops what went back to its default, and leaves the other list of the page alone', () => {
    const both = new URLSearchParams('q=a&showInactive=true&codes.q=b&codes.offset=9')
    expect(writeAddress(both, DEFAULTS, filters).toString()).toBe('codes.q=b&codes.offset=9')
    expect(read('q=a&codes.q=b&codes.offset=9', 'codes.')).toEqual({ ...DEFAULTS, q: 'b', offset: 9 })
    expect(writeAddress(both, DEFAULTS, filters, 'codes.').toString()).toBe('q=a&showInactive=true')
  })
})
