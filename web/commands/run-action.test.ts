import type { Profile } from '@tocsin/core/api/session'
import { beforeAll, expect, it, vi } from 'vitest'
import { accountAtom } from '../data/account'
import { client } from '../data/api'
import { loadResources, resourceOf } from '../data/resources'
import { store } from '../store'
import { addWords, wordsIn } from '../words'
import { questionAtom } from '../notices/confirm'
import { messages } from './messages'
import { blockedForAll } from './why'
import { lineOf } from './lines'
import { runAction } from './run-action'
import { nameOf } from '../record/name-of'

const own = { id: 1, name: 'default', isDefault: true, deletable: false, deletedAt: null }
const other = { id: 5, name: 'Escolas', isDefault: false, deletable: true, deletedAt: null }
const rows = (...all: (typeof own)[]) => ({ kind: 'rows' as const, rows: all })

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { search: '', href: 'http://localhost/' })
  addWords('acts', messages)
  await loadResources()
  store.set(accountAtom, { id: 1, userType: 'tocsin', role: 'admin', permissions: [] } as unknown as Profile)
})

it('PROJ-03 names the default project as its row does, in both languages', () => {
  const projects = resourceOf('projects')
  expect(nameOf(projects, own, wordsIn('pt-BR'))).toBe('Padrão')
  expect(nameOf(projects, own, wordsIn('en-US'))).toBe('Default')
  expect(nameOf(projects, other, wordsIn('pt-BR'))).toBe('Escolas')
})

it('asks nothing where only "no" could be answered', async () => {
  const projects = resourceOf('projects')
  expect(blockedForAll(projects, 'delete', rows(own))).toEqual({ key: 'resources.projects.isDefault' })
  expect(await runAction(projects, 'delete', rows(own))).toBe(false)
  expect(store.get(questionAtom)).toBeNull()
  // Of two records one can be deleted: the question is asked, about that one.
  const done = runAction(projects, 'delete', rows(own, other))
  const question = store.get(questionAtom)
  expect(question?.title(wordsIn('en-US'))).toBe('Delete Escolas?')
  expect(question?.detail?.(wordsIn('en-US'))).toMatch(/^One is skipped: /)
  store.get(questionAtom)?.answer(false)
  expect(await done).toBe(false)
})

it('counts the skipped records by reason', async () => {
  const projects = resourceOf('projects')
  const gone = { ...other, id: 6, name: 'Piloto', deletedAt: '2026-01-31T00:00:00.000Z' as never }
  const done = runAction(projects, 'delete', rows(own, { ...own, id: 2 }, gone, other))
  const detail = store.get(questionAtom)?.detail?.(wordsIn('en-US'))
  expect(detail).toContain('2 are skipped: The default project cannot be deleted.')
  expect(detail).toMatch(/One is skipped: (?!The default project)/)
  store.get(questionAtom)?.answer(false)
  expect(await done).toBe(false)
})

it('asks before something is done to several that cannot be taken back, and says to how many', async () => {
  const sites = resourceOf('sites')
  const some = (...ids: number[]) => ({
    kind: 'rows' as const,
    rows: ids.map((id) => ({ id, name: `S${id}`, ClientId: 2, registrationCodes: [] })),
  })
  const t = wordsIn('en-US')
  const done = runAction(sites, 'addCode', some(1, 2))
  const question = store.get(questionAtom)
  expect(question?.title(t)).toBe('Create a registration code for 2 sites?')
  expect(question?.detail?.(t)).toBe('S1, S2. This cannot be undone.')
  question?.answer(false)
  expect(await done).toBe(false)
  // A single record needs no question, nor does an action that another one undoes.
  const act = vi.spyOn(client, 'act').mockImplementation((_, __, row) => Promise.resolve(row))
  const patch = vi.spyOn(client, 'patch').mockImplementation((_, id) => Promise.resolve({ id } as never))
  expect(await runAction(sites, 'addCode', some(1))).toBe(true)
  expect(await runAction(sites, 'setTag', some(1, 2), { values: { tag: 'x' } })).toBe(true)
  expect([act.mock.calls.length, patch.mock.calls.length]).toEqual([1, 2])
})

it('W06 changes twenty without asking, and asks before one more, with the line for a terminal', async () => {
  const sites = resourceOf('sites')
  const some = (count: number) => ({
    kind: 'rows' as const,
    rows: Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `S${at + 1}`, ClientId: 2, tag: null })),
  })
  const patch = vi.spyOn(client, 'patch').mockImplementation((_, id) => Promise.resolve({ id } as never))
  patch.mockClear()
  const values = { tag: 'x' }
  expect(await runAction(sites, 'setTag', some(20), { values })).toBe(true)
  expect(store.get(questionAtom)).toBeNull()
  expect(patch).toHaveBeenCalledTimes(20)
  const done = runAction(sites, 'setTag', some(21), { values })
  const question = store.get(questionAtom)
  const t = wordsIn('en-US')
  expect(question?.title(t)).toBe('Change the tag of 21 sites?')
  expect(question?.detail?.(t)).toBe('S1, S2, S3 and 18 more. It can be undone.')
  expect(question?.line).toMatch(/^tocsin sites set-tag 1 2 .* 21 --tag=x$/)
  question?.answer(true)
  expect(await done).toBe(true)
  expect(patch).toHaveBeenCalledTimes(41)
})

it('says in the line for a terminal what an update clears', () => {
  const site = { kind: 'ids' as const, ids: [10] }
  expect(lineOf(resourceOf('sites'), 'setTag', site, { tag: null })).toBe('tocsin sites set-tag 10 --tag=')
  expect(lineOf(resourceOf('sites'), 'setTag', site)).toBe('tocsin sites set-tag 10 --tag=')
  expect(lineOf(resourceOf('sites'), 'setTag', site, { tag: 'x' })).toBe('tocsin sites set-tag 10 --tag=x')
  expect(lineOf(resourceOf('apps'), 'publish', site)).toBe('tocsin apps publish 10')
})
