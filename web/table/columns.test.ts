import { describe, expect, it } from 'vitest'
import { LOCALES } from '@tocsin/core/base/constants'
import { labelOf } from '@tocsin/core/vocabulary/field-words'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { apps } from '@tocsin/core/resources/apps/index'
import { clients } from '@tocsin/core/resources/clients/index'
import { projects } from '@tocsin/core/resources/projects/index'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import { sites } from '@tocsin/core/resources/sites/index'
import { teams } from '@tocsin/core/resources/teams/index'
import { tokens } from '@tocsin/core/resources/tokens/index'
import { users } from '@tocsin/core/resources/users/index'
import { chosenColumns, columnAt, columnsIn, columnsOf, trackOf } from './columns'

describe('columns', () => {
  it('SITE-03 lists name, tag, address, codes, the switch and the app, and orders by all but the codes', () => {
    const shown = chosenColumns(sites, undefined).map((path) => columnAt(sites, path)!)
    expect(shown.map(({ path, kind, sortable }) => [path, kind, sortable])).toEqual([
      ['name', 'title', true],
      ['tag', 'mono', true],
      ['location.formatted', 'text', true],
      ['registrationCodes', 'chips', false],
      ['active', 'toggle', true],
      ['App.name', 'text', true],
    ])
  })

  it('says whose a record is where a list shows those of several clients, and nowhere else', () => {
    const staff = { userType: 'tocsin', role: 'admin', permissions: [] }
    const ofClient = { ...staff, userType: 'client' }
    expect(columnsIn(sites, staff).slice(0, 3)).toEqual(['name', 'ClientId', 'tag'])
    expect(columnsIn(projects, staff)).toEqual(projects.columns)
    for (const where of [{ ClientId: 2 }, { appId: 7 }]) expect(columnsIn(sites, staff, where)).toEqual(sites.columns)
    expect(columnsIn(projects, ofClient)).toEqual(['name', 'description', 'isDefault'])
    expect(columnsIn(clients, staff)).toEqual(clients.columns)
  })

  it('offers what else fits into a cell, and never what is secret', () => {
    const paths = columnsOf(users).map(({ path }) => path)
    expect(paths.slice(0, users.columns.length)).toEqual(users.columns)
    expect(paths).toContain('createdAt')
    expect(paths).not.toContain('password')
    expect(columnAt(users, 'password')).toBeUndefined()
  })

  it.each(LOCALES)('gives each column of a list a name of its own, in %s', (locale) => {
    const vocabulary = createVocabulary()
    for (const resource of [clients, sites, teams, users] as Resource[]) {
      vocabulary.add(['resources', resource.name], resource.messages)
      const t = vocabulary.translate(locale)
      const labels = columnsOf(resource).map(({ path }) => labelOf(resource, path, t))
      expect(labels, resource.name).toEqual([...new Set(labels)])
    }
  })

  it('gives the names of places, which are the longest, more room than what else a code refers to', () => {
    const share = (path: string) => Number(/([\d.]+)fr/.exec(trackOf(columnAt(registrationCodes, path)!))?.[1])
    const others = ['code', 'mode', 'ClientId', 'RegistrationFormId', 'RegistrationHandlerId', 'regHandlerId']
    for (const path of others) expect(share('SiteId'), path).toBeGreaterThan(share(path))
  })

  it('shows the whole beginning of a token, which has seventeen letters', () => {
    const least = Number(/minmax\((\d+)px/.exec(trackOf(columnAt(tokens, 'prefix')!))?.[1])
    expect(least).toBeGreaterThanOrEqual(140)
  })

  it('forgets kept columns that no longer exist, and keeps the name', () => {
    expect(chosenColumns(sites, ['tag', 'gone', 7, 'tag'])).toEqual(['name', 'tag'])
    expect(chosenColumns(sites, ['gone'])).toEqual(sites.columns)
    expect(chosenColumns(sites, { tag: true })).toEqual(sites.columns)
    expect(chosenColumns(apps, ['updatedAt', 'name'])).toEqual(['updatedAt', 'name'])
  })
})
