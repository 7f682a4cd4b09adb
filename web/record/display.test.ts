import { describe, expect, it, vi } from 'vitest'
import type { Locale } from '@tocsin/core/base/constants'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { allResources } from '@tocsin/core/resources/index'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { displayValue, type DisplayOptions } from './display'
import { labelOf, valueAt } from './field-at'
import { messages } from './messages'

const resources = await allResources()
const named = (resource: string): Resource => resources.find(({ name }) => name === resource)!
const vocabulary = createVocabulary()
vocabulary.add(['record'], messages)
for (const resource of resources) vocabulary.add(['resources', resource.name], resource.messages)

const show = (resource: string, path: string, value: unknown, locale: Locale = 'en-US', options: DisplayOptions = {}) =>
  displayValue(named(resource), path, value, vocabulary.translate(locale), locale, options)

describe('a value of a record in words', () => {
  it.each([null, undefined, '', '  ', []])('SITE-03 writes a dash where there is nothing: %j', (value) => {
    expect(show('sites', 'tag', value)).toBe('-')
  })

  it('shows each kind as the language writes it', () => {
    expect(show('sites', 'radius', 1234.5)).toBe('1,234.5')
    expect(show('sites', 'radius', 1234.5, 'pt-BR')).toBe('1.234,5')
    expect(show('sites', 'active', true, 'pt-BR')).toBe('Sim')
    expect(show('sites', 'siteType', 'team', 'pt-BR')).toBe('Equipe')
    expect(show('apps', 'config.themeName', 'business')).toBe('Business')
    expect(show('users', 'mfaMethod', ['email', 'phone'])).toBe('email, phone')
    expect(show('sites', 'id', 96395)).toBe('96395')
    // Places count from 1.
    expect(show('channels', 'displayOrder', 0)).toBe('1')
  })

  it('puts a group and a list into one line', () => {
    expect(show('sites', 'location', { formatted: 'Rua A, 1', city: 'Abaeté' })).toBe('Rua A, 1')
    expect(
      show('sites', 'registrationCodes', [
        { id: 1, code: 'PA07LV' },
        { id: 2, code: 'PA08LV' },
      ]),
    ).toBe('PA07LV, PA08LV')
    expect(show('sites', 'MobileProfiles', [{ name: 'Ana', phone: null }])).toBe('Ana')
    expect(show('clients', 'config', { minAppVersion: '1.0.0' })).toBe('1.0.0')
  })

  it('names the record of a reference where its name is known', () => {
    expect(show('sites', 'ClientId', 2)).toBe('#2')
    const name = (resource: string, id: number) => (resource === 'clients' && id === 2 ? 'Acme' : undefined)
    expect(show('users', 'ClientIds', [2, 3], 'en-US', { name })).toBe('Acme, #3')
  })

  it('PROJ-03 translates the default project, and no other that is called so', () => {
    const row = { isDefault: true }
    expect(show('projects', 'name', 'default', 'pt-BR', { row })).toBe('Padrão')
    expect(show('projects', 'name', 'default', 'pt-BR', { row: { isDefault: false } })).toBe('default')
    expect(show('apps', 'name', 'Main', 'pt-BR', { row })).toBe('Main')
  })

  it('keeps a day the same day in every zone', () => {
    expect(show('sites', 'createdAt', '2026-01-31', 'pt-BR')).toBe('31/01/2026')
    expect(show('sites', 'createdAt', 'someday')).toBe('someday')
  })

  // Zones whose clock jumps at 2, at midnight, by half an hour, and not at all.
  const ZONES = ['America/New_York', 'America/Santiago', 'Australia/Lord_Howe', 'America/Sao_Paulo']
  it.each(ZONES)('T79 keeps days and instants what they are over every change of the clock, in %s', async (zone) => {
    const before = process.env['TZ']
    process.env['TZ'] = zone
    try {
      // The module caches its formats, so it is loaded anew in that zone.
      vi.resetModules()
      const { dateText } = await import('./display')
      const clock = new Intl.DateTimeFormat('pt-BR', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
      const instants = Array.from({ length: 365 * 24 }, (_, hour) => new Date(Date.UTC(2026, 0, 1, hour, 30)))
      const wrong = instants.flatMap((at) => {
        const text = at.toISOString()
        const day = text.slice(0, 10)
        return dateText(text, 'pt-BR') === clock.format(at) &&
          dateText(day, 'pt-BR') === day.split('-').reverse().join('/')
          ? []
          : text
      })
      expect(wrong).toEqual([])
    } finally {
      process.env['TZ'] = before
    }
  })

  it('never shows a secret', () => {
    expect(show('users', 'password', 'Demo1234')).not.toContain('Demo')
  })

  it('calls a field by its own word, within groups and lists too', () => {
    const label = (resourceName: string, path: string) =>
      labelOf(named(resourceName), path, vocabulary.translate('en-US'))
    expect(label('sites', 'location.city')).toBe('City')
    expect(label('sites', 'MobileProfiles.0.phone')).toBe('Manager phone')
    expect(label('sites', 'createdAt')).toBe('Created')
    expect(label('sites', 'nonsense')).toBe('nonsense')
  })

  it('finds a value within a record, and nothing within nothing', () => {
    expect(valueAt({ App: { name: 'Guarda' } }, 'App.name')).toBe('Guarda')
    expect(valueAt({ App: null }, 'App.name')).toBeUndefined()
    expect(valueAt({ people: [{ name: 'Ana' }, {}] }, 'people.0.name')).toBe('Ana')
    expect(valueAt({ people: [{ name: 'Ana' }, {}] }, 'people.name')).toEqual(['Ana', undefined])
    expect(valueAt({}, 'constructor')).toBeUndefined()
  })

  it('PROJ-03 names what is beside the record, and the default project among it', () => {
    const row = { Project: { name: 'default', isDefault: true }, App: { name: 'Guarda' } }
    expect(show('apps', 'Project.name', 'default', 'pt-BR', { row })).toBe('Padrão')
    expect(show('sites', 'appId', 4, 'en-US', { row })).toBe('Guarda')
  })
})
