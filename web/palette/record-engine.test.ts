import { describe, expect, it } from 'vitest'
import type { IndexedRecord } from '@tocsin/core/find/records'
import { createRecordEngine, type FromWorker, type RecordCache } from './record-engine'

const record = (resource: string, id: number, title: string): IndexedRecord => ({
  noun: resource,
  id,
  title,
  subtitle: null,
  words: null,
})
const rest = () => new Promise<void>((resolve) => setTimeout(resolve))

function engine(kept: Record<number, { version: string; records: IndexedRecord[] }> = {}) {
  const told: FromWorker[] = []
  const cache: RecordCache = {
    read: async (account) => kept[account] ?? null,
    keep: async (account, version, records) => {
      kept[account] = { version, records: [...records] }
    },
  }
  const handle = createRecordEngine(cache, (message) => told.push(message), rest)
  let number = 0
  const find = async (text: string, more = {}) => {
    await handle({ kind: 'find', number: ++number, query: { text, limit: 10, ...more } })
    const answer = told.at(-1)
    return answer?.kind === 'found' && answer.number === number ? answer.records.map(({ title }) => title) : []
  }
  const load = async (version: string, records: readonly IndexedRecord[]) => {
    await handle({ kind: 'begin' })
    for (const one of records) await handle({ kind: 'add', records: [one] })
    await handle({ kind: 'end', version })
  }
  return { handle, find, load, told, kept }
}

const some = [record('sites', 1, 'Ação Social'), record('sites', 12, 'Abaeté'), record('users', 12, 'Ana Ação')]

describe('the index of records', () => {
  it('finds by what is typed, of the resources that are meant, by an id, and the first of them by nothing', async () => {
    const { handle, find, load } = engine()
    await handle({ kind: 'open', account: 7 })
    await load('1', some)
    expect(await find('acao')).toEqual(['Ação Social', 'Ana Ação'])
    expect(await find('acao', { resources: ['users'] })).toEqual(['Ana Ação'])
    expect(await find('', { id: 12 })).toEqual(['Abaeté', 'Ana Ação'])
    expect(await find('', { resources: ['sites'] })).toEqual(['Ação Social', 'Abaeté'])
    expect(await find('', { resources: ['sites'], limit: 1 })).toEqual(['Ação Social'])
  })
  it('T13 reads what is kept of its own account and of no other', async () => {
    const kept = { 7: { version: '1', records: some } }
    const other = engine(kept)
    await other.handle({ kind: 'open', account: 8 })
    expect(other.told).toEqual([{ kind: 'ready', version: null, size: 0 }])
    expect(await other.find('acao')).toEqual([])
    await other.load('9', [])
    expect(other.kept[7]).toBe(kept[7])
    const own = engine(kept)
    await own.handle({ kind: 'open', account: 7 })
    expect(own.told).toEqual([{ kind: 'ready', version: '1', size: 3 }])
    await expect(own.handle({ kind: 'open', account: 8 })).rejects.toThrow('one account')
  })
  it('answers from what it had while it reads in what is new', async () => {
    const { handle, find, load, told, kept } = engine()
    await handle({ kind: 'open', account: 7 })
    await load('1', some)
    const many = Array.from({ length: 9000 }, (_, at) => record('sites', at + 100, `Escola ${at}`))
    const loading = load('2', many)
    await rest()
    expect(await find('acao')).toHaveLength(2)
    await loading
    expect(await find('acao')).toEqual([])
    expect((await find('escola 8999'))[0]).toBe('Escola 8999')
    expect(told.filter(({ kind }) => kind === 'ready')).toHaveLength(3)
    expect(kept[7]?.version).toBe('2')
  })
})
