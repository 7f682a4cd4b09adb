import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { sites } from '@tocsin/core/resources/sites/index'
import { apps } from '@tocsin/core/resources/apps/index'
import { clients } from '@tocsin/core/resources/clients/index'
import { channels } from '@tocsin/core/resources/channels/index'
import { users } from '@tocsin/core/resources/users/index'
import { loadResources } from '../data/resources'
import { queryWords } from '@tocsin/core/form/query-messages'
import { visitorOf } from './event-words'
import { changesInWords, historyResource, verbOf } from './history-of'
import { messages } from './messages'

const vocabulary = createVocabulary()
vocabulary.add(['record'], messages)
vocabulary.add(['query'], queryWords)
for (const resource of [sites, clients, users, apps, channels])
  vocabulary.add(['resources', resource.name], resource.messages)
const t = vocabulary.translate('en-US')

describe('the history of a record', () => {
  beforeAll(loadResources)

  it('is kept of a team as of a team, though both are one table', () => {
    expect(historyResource(sites, { siteType: 'team' })).toBe('teams')
    expect(historyResource(sites, { siteType: 'site' })).toBe('sites')
    expect(historyResource(clients, {})).toBe('clients')
  })

  it('says what was done in words', () => {
    expect(verbOf(sites, 'update', t)).toBe('changed it')
    expect(verbOf(clients, 'lock', t)).toBe('did: Lock')
    expect(verbOf(clients, 'somethingNew', t)).toBe('did: somethingNew')
  })

  it('says of each field what was and what is, of a group only what differs', () => {
    const changes = {
      radius: { before: 0.1, after: 0.5 },
      tag: { before: null, after: '1500107' },
      location: {
        before: { formatted: 'Rua A', city: 'Abaeté', zip: null },
        after: { formatted: 'Rua A', city: 'Belém', zip: null },
      },
      active: { before: true, after: false },
    }
    expect(changesInWords(sites, { verb: 'update', changes }, t, 'en-US')).toEqual([
      'Radius (km): 0.1 → 0.5',
      'Tag: 1500107',
      'City: Abaeté → Belém',
      'Active: Yes → No',
    ])
  })

  it('names the phone or the bearer of a link that did it, and the system where it was neither', () => {
    const by = (after: unknown) => visitorOf({ actor: { before: null, after } }, t)
    expect([by('phone'), by('link'), by('root'), visitorOf({}, t)]).toEqual([
      'A phone',
      'Somebody with a link',
      'The system',
      'The system',
    ])
    const changes = { actor: { before: null, after: 'phone' }, profile: { before: null, after: 12 } }
    expect(changesInWords(sites, { verb: 'register', changes }, t, 'en-US')).toEqual(['Mobile profile (id): 12'])
  })

  it.each([
    ['en-US', 'signed in', ['Proved by: password and code', 'With: Terminal', 'Network (digest): YdLgRQ0o3a1M']],
    ['pt-BR', 'entrou', ['Comprovado por: senha e código', 'Com: Terminal', 'Rede (resumo): YdLgRQ0o3a1M']],
  ] as const)('T105 says in %s who signed in, by what and from where', (locale, did, lines) => {
    const say = vocabulary.translate(locale)
    const facts = { method: 'code', agent: 'terminal', network: 'YdLgRQ0o3a1M' }
    const changes = Object.fromEntries(Object.entries(facts).map(([name, after]) => [name, { before: null, after }]))
    expect(verbOf(users, 'signIn', say)).toBe(did)
    expect(changesInWords(users, { verb: 'update', changes }, say, locale)).toEqual(lines)
  })

  it.each(['en-US', 'pt-BR'] as const)(
    'S45 W46 says in %s of a new record what it has, and no ids of links',
    (locale) => {
      const say = vocabulary.translate(locale)
      const set = (facts: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(facts).map(([name, after]) => [name, { before: null, after }]))
      const made = set({ name: 'Acme', locked: false, active: false, manager: { name: 'Ana' } })
      const lines = (changes: AuditEvent['changes'], verb: string) =>
        changesInWords(clients, { verb, changes }, say, locale).length
      expect([lines(made, 'create'), lines(made, 'update')]).toEqual([2, 4])
      expect(lines(set({ locked: true, active: true }), 'create')).toBe(1)
      expect(
        changesInWords(users, { verb: 'signInLink', changes: set({ link: 'ouXBb8JYLgpstW' }) }, say, locale),
      ).toEqual([])
    },
  )

  it('says the rule of who sees a channel as a sentence (A-086)', () => {
    const rule = (value: string) => ({ combinator: 'and', rules: [{ field: 'role', operator: 'equals', value }] })
    const changes = {
      config: { before: { visibilityQuery: rule('manager') }, after: { visibilityQuery: rule('worker') } },
    }
    expect(changesInWords(channels, { verb: 'update', changes }, t, 'en-US')).toEqual([
      'Who sees it: Show when Role is Manager. → Show when Role is Worker.',
    ])
  })

  it('says what an action was given in the words of its input', () => {
    const changes = { versionComment: { before: null, after: 'Cores novas' } }
    expect(changesInWords(apps, { verb: 'publish', changes }, vocabulary.translate('pt-BR'), 'pt-BR')).toEqual([
      'Comentário da versão: Cores novas',
    ])
  })

  it.each([
    ['en-US', ['Fields › idade › Title: Age → How old are you?', 'Fields › tipo: tipo', 'Icon: bolt → flag']],
    ['pt-BR', ['Campos › idade › Título: Age → How old are you?', 'Campos › tipo: tipo', 'Ícone: bolt → flag']],
  ] as const)('K8 says in %s of a long value which of its parts differ', (locale, lines) => {
    const changes = {
      'config.schema.fields.idade.title': { before: 'Age', after: 'How old are you?' },
      'config.schema.fields.tipo': { before: null, after: { name: 'tipo', type: 'text', title: 'Kind' } },
      'config.icon': { before: 'bolt', after: 'flag' },
    }
    expect(changesInWords(channels, { verb: 'update', changes }, vocabulary.translate(locale), locale)).toEqual(lines)
  })

  it('says of a secret only that it changed', () => {
    const changes = { password: { before: 'Old1pass', after: 'New1pass' } }
    expect(changesInWords(users, { verb: 'update', changes }, t, 'en-US')).toEqual(['Password changed'])
  })
})
