import { ApiError } from '@tocsin/core/base/errors'
import type { Profile } from '@tocsin/core/api/session'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { questionAtom } from '../notices/confirm'
import { messages } from '../commands/messages'
import { keepOwn } from '../data/own-versions'
import { runAction } from '../commands/run-action'
import type { Row } from '../data/row'
import { nextUndo, tellUndone } from '../notices/past-actions'
import { forgetUndo, redo, undo } from '../notices/undo'
import { accountAtom } from '../data/account'
import { client } from '../data/api'
import { loadResources, resourceOf } from '../data/resources'
import { store } from '../store'
import { addWords } from '../words'
import { tellCreated, tellUpdated } from './saved'

/** The record as a server has it, which refuses changes based on another version. */
let record: Row

const onVersion = ({ version }: { version?: number }) => {
  if (version !== undefined && version !== record.version) throw new ApiError({ status: 409, code: 'STALE_VERSION' })
}
const become = (changes: object): Row => (record = { ...record, ...changes, version: record.version! + 1 })

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { search: '', href: 'http://localhost/' })
  addWords('acts', messages)
  await loadResources()
  const account = { id: 1, userType: 'root', role: 'root', permissions: ['projects:update'], ClientId: null }
  store.set(accountAtom, account as unknown as Profile)
  vi.spyOn(client, 'get').mockImplementation(() => Promise.resolve(record as never))
  vi.spyOn(client, 'update').mockImplementation(async (_, __, draft, options = {}) => {
    onVersion(options)
    return become(draft) as never
  })
  vi.spyOn(client, 'act').mockImplementation(async () => become({ deletedAt: null }))
  vi.spyOn(client, 'remove').mockImplementation(async (_, __, options = {}) => {
    onVersion(options)
    become({ deletedAt: '2026-01-01T00:00:00Z' })
  })
})

beforeEach(() => {
  forgetUndo()
  record = { id: 4, name: 'one', version: 1, active: true }
})

/** Saves a name in the form. */
const save = (name: string): void => {
  const { name: before, version } = record
  tellUpdated(resourceOf('sites'), become({ name }), { name }, { name: before })
  keepOwn(resourceOf('sites'), 4, version, record.version)
}

it('takes back one after the other what was changed of one record, and does it again', async () => {
  const sites = resourceOf('sites')
  save('two')
  await runAction(sites, 'deactivate', { kind: 'rows', rows: [record] }, { skipQuestion: true })
  save('three')
  expect([await undo(), record.name]).toEqual([true, 'two'])
  expect([await undo(), record.active]).toEqual([true, true])
  expect([await undo(), record.name]).toEqual([true, 'one'])
  expect([await redo(), await redo(), await redo()]).toEqual([true, true, true])
  expect(record).toMatchObject({ name: 'three', active: false })
})

it('takes back once what was taken back in another way, and does that again', async () => {
  save('two')
  const done = nextUndo()
  expect(done?.record).toEqual({ resource: 'sites', id: 4 })
  const named = (name: string) => async () => void become({ name })
  tellUndone({ title: () => 'it', undo: named('one'), redo: named('two') }, { instead: done })
  become({ name: 'one' })
  expect([nextUndo(), await undo(), record.name]).toEqual([undefined, false, 'one'])
  expect([await redo(), record.name]).toEqual([true, 'two'])
  expect([await undo(), record.name]).toEqual([true, 'one'])
})

it('takes nothing back over what somebody else has changed in between', async () => {
  save('two')
  become({ name: 'theirs' })
  save('three')
  expect([await undo(), record.name]).toEqual([true, 'theirs'])
  expect([await undo(), record.name]).toEqual([false, 'theirs'])
})

it('takes back a deletion, and then that the record was made', async () => {
  const projects = resourceOf('projects')
  record = { id: 4, name: 'P', version: 1, isDefault: false, deletable: true, deletedAt: null }
  tellCreated(projects, record, {}, {})
  const deleted = runAction(projects, 'delete', { kind: 'rows', rows: [record] })
  store.get(questionAtom)?.answer(true)
  expect([await deleted, typeof record['deletedAt']]).toEqual([true, 'string'])
  expect([await undo(), record['deletedAt']]).toEqual([true, null])
  expect([await undo(), typeof record['deletedAt']]).toEqual([true, 'string'])
})
