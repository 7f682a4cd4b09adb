import { auditEvents } from '@tocsin/core/resources/audit-events/index'
import { apps } from '@tocsin/core/resources/apps/index'
import { clients } from '@tocsin/core/resources/clients/index'
import { projects } from '@tocsin/core/resources/projects/index'
import { sites } from '@tocsin/core/resources/sites/index'
import { users } from '@tocsin/core/resources/users/index'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Locale } from '@tocsin/core/base/constants'
import { expect, it } from 'vitest'
import type { Row } from '../data/row'
import { columnAt } from './columns'
import { messages } from '../record/messages'
import { textOf } from './value-text'

const vocabulary = createVocabulary()
vocabulary.add(['record'], messages)
for (const resource of [sites, users, projects, apps, clients, auditEvents] as Resource[])
  vocabulary.add(['resources', resource.name], resource.messages)

const text = (resource: Resource, path: string, row: Row, locale: Locale = 'en-US') =>
  textOf(row, columnAt(resource, path)!, { t: vocabulary.translate(locale), locale, resource })

it('SITE-03 writes codes, places and apps as they are, and nothing as nothing', () => {
  const row: Row = {
    id: 1,
    tag: null,
    location: { formatted: 'Abaeté, MG' },
    registrationCodes: [{ code: 'AB12CD' }, { code: 'EF34GH' }],
    App: null,
  }
  expect(text(sites, 'registrationCodes', row)).toBe('AB12CD, EF34GH')
  expect(text(sites, 'location.formatted', row)).toBe('Abaeté, MG')
  expect(text(sites, 'tag', row)).toBe('')
  expect(text(sites, 'App.name', row)).toBe('')
})

it('translates choices, switches and numbers, and leaves an unknown choice as it came', () => {
  expect(text(users, 'role', { id: 1, role: 'clientManager' }, 'pt-BR')).toBe('Gestor de clientes')
  expect(text(users, 'role', { id: 1, role: 'wizard' })).toBe('wizard')
  expect(text(users, 'emailVerified', { id: 1, emailVerified: false }, 'pt-BR')).toBe('Não')
  expect(text(sites, 'radius', { id: 1, radius: 0.5 }, 'pt-BR')).toBe('0,5')
  expect(text(sites, 'radius', { id: 1, radius: 20000 }, 'pt-BR')).toBe('20.000')
})

it('PROJ-03 gives the default project a translated name and description, wherever it is named', () => {
  const row: Row = { id: 1, name: 'default', description: 'default', isDefault: true }
  expect(text(projects, 'name', row, 'pt-BR')).toBe(vocabulary.translate('pt-BR')('resources.projects.default.name'))
  expect(text(projects, 'description', row)).not.toBe('default')
  expect(text(projects, 'name', { ...row, isDefault: false })).toBe('default')
  expect(text(apps, 'Project.name', { id: 2, Project: { name: 'default', isDefault: true } }, 'pt-BR')).toBe(
    text(projects, 'name', row, 'pt-BR'),
  )
})

it('names what a row points to where the row carries the name, else its id', () => {
  expect(text(sites, 'appId', { id: 1, appId: 4, App: { name: 'Guarda' } })).toBe('Guarda')
  expect(text(sites, 'ClientId', { id: 1, ClientId: 7 })).toBe('#7')
  const name = (resource: string, id: number) => (resource === 'clients' && id === 7 ? 'Acme' : undefined)
  const named = (row: Row) =>
    textOf(row, columnAt(sites, 'ClientId')!, {
      t: vocabulary.translate('en-US'),
      locale: 'en-US',
      resource: sites,
      name,
    })
  expect(named({ id: 1, ClientId: 7 })).toBe('Acme')
  expect(named({ id: 1, ClientId: 8 })).toBe('#8')
})

it('writes dates in the language, and what is none as it came', () => {
  expect(text(sites, 'createdAt', { id: 1, createdAt: '2026-03-31T12:30:00Z' }, 'pt-BR')).toMatch(/^31\/03\/2026/)
  expect(text(sites, 'createdAt', { id: 1, createdAt: 'yesterday' })).toBe('yesterday')
})

it("says of a kept event in the reader's language what was done to what, and as it came what nobody has a word for", () => {
  const event = { id: 1, noun: 'clients', verb: 'lock' }
  expect(text(auditEvents, 'verb', { ...event, verb: 'update' }, 'pt-BR')).toBe('Editar')
  expect(text(auditEvents, 'verb', event, 'pt-BR')).toBe('Bloquear')
  expect(text(auditEvents, 'noun', event, 'pt-BR')).toBe('Cliente')
  expect(text(auditEvents, 'verb', { ...event, verb: 'valueOf' })).toBe('valueOf')
  expect(text(auditEvents, 'recordId', { ...event, recordId: 7 })).toBe('#7')
  expect(text(auditEvents, 'noun', { ...event, noun: 'of-another-release' })).toBe('of-another-release')
})
