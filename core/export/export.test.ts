import { expect, it } from 'vitest'
import { createClient } from '../api/client'
import type { Call } from '../api/http'
import { clients } from '../resources/clients/index'
import { sites } from '../resources/sites/index'
import { siteImport } from '../resources/sites/csv'
import { exportName } from './format'
import { exportList } from './list'
import { ChangedMeanwhile } from './pages'
import { exportPlaces } from './places'

const site = (id: number) => ({
  id,
  name: `=Site ${id}`,
  tag: null,
  siteType: 'site',
  location: { formatted: `Rua ${id}`, zip: null, city: null, state: null, country: null },
  lat: -22.9,
  lng: -43.2,
  radius: 0.1,
  referencePoint: null,
  timezone: null,
  App: null,
  registrationCodes: [{ code: 'ABC123' }, { code: 'DEF456' }],
  MobileProfiles: [],
})

/** A server with rows; `total` may lie, and `between` runs after each answer. */
function serving(rows: { id: number }[], total?: number, between: (page: number) => void = () => {}) {
  const asked: Call[] = []
  const client = createClient(async (call) => {
    asked.push(call)
    const {
      page = 0,
      perPage = 50,
      after = 0,
    } = (call.query ?? {}) as Partial<Record<'page' | 'perPage' | 'after', number>>
    const left = rows.filter(({ id }) => id > after)
    const data = left.slice(page * perPage, (page + 1) * perPage)
    const answer = { data, total: total ?? rows.length }
    between(asked.length)
    return answer as never
  })
  return { asked, client }
}

async function read(pages: AsyncIterable<{ text: string; done: number; total: number }>) {
  const parts = []
  for await (const page of pages) parts.push(page)
  return { parts, text: parts.map(({ text }) => text).join('') }
}

it('EXPORT-01 EXPORT-02 EXPORT-04 reads pages of 500 until all are there and writes 19 columns', async () => {
  const { client, asked } = serving(Array.from({ length: 1_001 }, (_, index) => site(index + 1)))
  const { text, parts } = await read(
    exportPlaces({ client, resource: sites, clients, sheet: siteImport, clientId: 7, format: 'csv' }),
  )
  expect(asked.map(({ query }) => ['page', 'perPage', 'after', 'exportMode'].map((name) => query?.[name]))).toEqual([
    [0, 500, undefined, true],
    [0, 500, 500, true],
    [0, 500, 1_000, true],
  ])
  expect(parts.map(({ done, total }) => [done, total])).toEqual([
    [500, 1_001],
    [1_000, 1_001],
    [1_001, 1_001],
  ])
  const lines = text.split('\r\n')
  expect(lines).toHaveLength(1_003)
  expect(lines[0]?.replace('\ufeff', '').split(',')).toHaveLength(19)
  expect(lines[1]).toContain('"\'=Site 1","Rua 1"')
  expect(lines[1]).toContain('"ABC123;DEF456"')
})

it('EXPORT-05 CONST-27 writes tabs with a byte-order mark where TSV is asked for', async () => {
  const { client } = serving([site(1)])
  const { text } = await read(
    exportPlaces({ client, resource: sites, clients, sheet: siteImport, clientId: 7, format: 'tsv' }),
  )
  expect(text.startsWith('\ufeffsiteName\tsiteAddress\t')).toBe(true)
  expect(text.match(/\ufeff/g)).toHaveLength(1)
})

it('EXPORT-06 names the file by type, client and local time', () => {
  const at = new Date(2025, 0, 31, 14, 25, 30).getTime()
  expect(exportName('site', 12, 'csv', at)).toBe('site-12-20250131-142530.csv')
  expect(exportName('clients', null, 'tsv', at)).toBe('clients-20250131-142530.tsv')
})

it('gives no file that lacks rows', async () => {
  const { client } = serving([site(1)], 2)
  const pages = exportPlaces({ client, resource: sites, clients, sheet: siteImport, clientId: 7, format: 'csv' })
  await expect(read(pages)).rejects.toThrow(ChangedMeanwhile)
})

it('EXPORT-04 has every site that stands in it, whichever others come and go meanwhile', async () => {
  const rows = Array.from({ length: 1_200 }, (_, index) => site(index + 1))
  const { client } = serving(rows, undefined, (page) => {
    if (page === 1) rows.splice(0, 30, site(5_000))
    rows.sort((one, other) => one.id - other.id)
  })
  const { text, parts } = await read(
    exportPlaces({ client, resource: sites, clients, sheet: siteImport, clientId: 7, format: 'csv' }),
  )
  const names = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => /Site (\d+)/.exec(line)?.[1])
  expect(names).toEqual([...Array.from({ length: 1_200 }, (_, index) => String(index + 1)), '5000'])
  expect(parts.at(-1)).toMatchObject({ done: 1_201, total: 1_201 })
})

it.each([
  ['one goes that was written already', (rows: { id: number }[]) => rows.splice(0, 1)],
  ['one comes before what is written next', (rows: { id: number }[]) => rows.unshift({ id: 999 })],
  ['one moves behind', (rows: { id: number }[]) => rows.unshift(rows.pop()!)],
])('EXPORT-10 gives no list in another order that lacks a row: %s', async (_, change) => {
  const rows = Array.from({ length: 150 }, (__, index) => ({ id: index + 1 }))
  const { client } = serving(rows, undefined, (page) => {
    if (page === 1) change(rows)
  })
  const columns = [{ path: 'id', label: 'Id' }]
  const pages = exportList({ client, resource: clients, query: { order: 'name ASC' }, columns, format: 'csv' })
  await expect(read(pages)).rejects.toThrow(ChangedMeanwhile)
})

it('EXPORT-10 CONST-12 exports a list by its filter and order, its columns as they are shown, in pages of 100', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => ({ id: index + 1, name: `+${index}`, active: index > 0 }))
  const { client, asked } = serving(rows)
  const columns = [
    { path: 'name', label: 'Nome' },
    { path: 'active', label: 'Ativo', text: (row: Record<string, unknown>) => (row['active'] ? 'sim' : 'não') },
  ]
  const query = { q: 'a', order: 'name DESC', limit: 50, offset: 50 }
  const { text } = await read(exportList({ client, resource: clients, query, columns, format: 'csv' }))
  expect(asked.map(({ query: sent }) => sent)).toEqual([
    { q: 'a', order: 'name DESC', page: 0, perPage: 100 },
    { q: 'a', order: 'name DESC', page: 1, perPage: 100 },
  ])
  expect(text.split('\r\n').slice(0, 3)).toEqual(['\ufeffNome,Ativo', '"+0","não"', '"+1","sim"'])
})

it('A-068 EXPORT-10 learns of each page what its rows point to before it is written', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => ({ id: index + 1, ClientId: index < 100 ? 7 : 8 }))
  const { client } = serving(rows)
  const names = new Map<unknown, string>()
  const learned: unknown[][] = []
  const columns = [
    { path: 'ClientId', label: 'Client', text: (row: Record<string, unknown>) => names.get(row['ClientId'])! },
  ]
  const ready = async (page: readonly Record<string, unknown>[]) => {
    await Promise.resolve()
    learned.push([...new Set(page.map(({ ClientId }) => ClientId))])
    for (const { ClientId } of page) names.set(ClientId, `Client ${String(ClientId)}`)
  }
  const { text } = await read(exportList({ client, resource: sites, query: {}, columns, format: 'csv', ready }))
  expect(learned).toEqual([[7], [8]])
  expect(text.split('\r\n').filter((line) => line === '"Client 7"')).toHaveLength(100)
  expect(text.split('\r\n').filter((line) => line === '"Client 8"')).toHaveLength(50)
  const failing = exportList({
    client,
    resource: sites,
    query: {},
    columns,
    format: 'csv',
    ready: () => Promise.reject(new Error('no')),
  })
  await expect(read(failing)).rejects.toThrow('no')
})

it('A-068 an empty list is a file with its header alone', async () => {
  const { client } = serving([])
  const columns = [{ path: 'name', label: 'Name' }]
  const { parts } = await read(exportList({ client, resource: clients, query: {}, columns, format: 'csv' }))
  expect(parts).toEqual([{ text: '\ufeffName\r\n', done: 0, total: 0 }])
})
