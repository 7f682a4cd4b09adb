import { describe, expect, it } from 'vitest'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { fold } from '@tocsin/core/base/fold'
import type { Command } from '../commands/command'
import { createCommandIndex } from './command-index'
import { addressListing, emptyListing, foundListing, resourceListing, readResource } from './listing'
import { messages } from './messages'
import { readMode } from './read-mode'
import type { FoundRecord } from './record-engine'

const vocabulary = createVocabulary()
vocabulary.add(['palette'], messages)
const words = (name: string, names: string) => ({ name, names })
vocabulary.add(['resources', 'sites'], { 'en-US': words('Site', 'Sites'), 'pt-BR': words('Site', 'Sites') })
vocabulary.add(['resources', 'teams'], { 'en-US': words('Team', 'Teams'), 'pt-BR': words('Equipe', 'Equipes') })
const languages = [vocabulary.translate('en-US'), vocabulary.translate('pt-BR')]
const [english] = languages as [(typeof languages)[0]]

const command = (id: string, en: string, pt: string, more: Partial<Command> = {}): Command => ({
  id,
  title: (t) => (t === english ? en : pt),
  group: 'create',
  icon: 'check',
  asks: [],
  line: () => `tocsin ${id.replace('.', ' ')}`,
  undo: 'nothing',
  run: () => {},
  ...more,
})
const commands = [
  command('go.sites', 'Go to Sites', 'Ir para Sites', { group: 'go' }),
  command('sites.activate', 'Activate site…', 'Ativar site…'),
  command('sites.deactivate', 'Deactivate site…', 'Desativar site…', { danger: 'ask' }),
  command('selection.deactivate', 'Deactivate 3 sites', 'Desativar 3 sites', { group: 'selection', danger: 'ask' }),
  command('session.end', 'Sign out', 'Sair', { group: 'console' }),
]
const index = createCommandIndex(commands, languages)
const record = (id: number, title: string, more: Partial<FoundRecord> = {}): FoundRecord => ({
  noun: 'sites',
  id,
  title,
  subtitle: null,
  tier: 0,
  score: 1,
  marks: [],
  ...more,
})
const found = (query: string, records: FoundRecord[] = [], use: (id: string) => number = () => 0) =>
  foundListing(index(query, { use }), records, languages)
const keys = (rows: { key: string }[]) => rows.map(({ key }) => key)

describe('what is found', () => {
  it("by words of either language, shown in the reader's with the other beside it", () => {
    const [row] = found('sair')
    expect(row).toMatchObject({ title: 'Sign out', marks: [], note: 'Sair', noteMarks: [[0, 4]] })
    expect(found('sign')[0]).toMatchObject({ title: 'Sign out', marks: [[0, 4]], note: '' })
  })
  it('has what is done to the selection before the same for any record', () => {
    expect(keys(found('deac'))).toEqual(['selection:selection.deactivate', 'create:sites.deactivate'])
  })
  it('has the group of the best match first, be it records', () => {
    expect(keys(found('go sites', [record(1, 'Sites', { score: 9000, tier: 1 })]))[0]).toBe('go:go.sites')
    expect(keys(found('go to', [record(1, 'Goto', { score: -1 })]))[0]).toBe('records:sites/1')
  })
  it('leaves out what is only found by typos where something is written so', () => {
    const typo = record(2, 'Sitio', { tier: 2, score: 9000 })
    expect(keys(found('sites', [typo]))).not.toContain('records:sites/2')
    expect(keys(found('zzz', [typo]))).toEqual(['records:sites/2'])
  })
  it('is never led by a destructive command for having been used', () => {
    const often = (id: string) => (id === 'sites.deactivate' ? 100 : 0)
    expect(keys(found('site', [], often))[0]).toBe(keys(found('site'))[0])
  })
})

describe('before anything is typed', () => {
  const memory = {
    use: {},
    recents: Array.from({ length: 6 }, (_, at) => ({ noun: 'sites', id: at + 1, title: `Site ${at + 1}` })),
    pins: [],
    again: { command: 'session.end', values: {} },
  }
  it('lists what is at hand, the last command, five recents but for the one shown, and where to go', () => {
    const rows = emptyListing({ commands, languages, memory, here: '/sites/2/show' })
    expect(keys(rows)).toEqual([
      'selection:selection.deactivate',
      'again:session.end',
      ...[1, 3, 4, 5, 6].map((id) => `recent:sites/${id}`),
      'go:go.sites',
    ])
  })
})

describe('the modes', () => {
  it('begin with their character', () => {
    expect(readMode('>off')).toEqual({ mode: 'actions', text: 'off' })
    expect(readMode('off > on')).toEqual({ mode: 'all', text: 'off > on' })
  })
  it('# takes a resource by its name in either language or as on a line', () => {
    const read = (text: string) => readResource(text, ['sites', 'teams'], languages, fold)
    expect(read('equipes são')).toEqual({ resource: 'teams', text: 'são' })
    expect(read('Team x')).toEqual({ resource: 'teams', text: 'x' })
    expect(read('teams')).toBeNull()
    expect(keys(resourceListing('equ', ['sites', 'teams'], languages))).toEqual(['resource:teams'])
  })
  it(': takes an id of every resource, or a path that stays here', () => {
    const rows = addressListing('12', ['sites', 'teams'], [record(12, 'Twelve')], english)
    expect(rows.map(({ doing }) => doing)).toMatchObject([{ href: '/sites/12/show' }, { href: '/teams/12/show' }])
    const [path] = addressListing('//evil.example/x', ['sites'], [], english)
    expect(path?.doing).toEqual({ kind: 'go', href: '/evil.example/x' })
    expect(addressListing('sites/7', ['sites'], [], english)[0]?.doing).toEqual({ kind: 'go', href: '/sites/7' })
    expect(addressListing('javascript:alert(1)', ['sites'], [], english)).toEqual([])
  })
})
