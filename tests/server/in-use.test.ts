import { ApiError } from '@tocsin/core/base/errors'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { detailsInWords, type Use } from '@tocsin/core/api/in-use'
import { snake } from '@tocsin/core/base/naming'
import { idsIn, valueAt } from '@tocsin/core/base/cells'
import { referencesIn } from '@tocsin/core/vocabulary/fields-of'
import { pathOf, type Draft, type Resource } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACME, BOREALIS } from '../../fixtures/clients'
import { withServer } from '../../server/context/actor'
import { serveResources } from '../../server/resources/index'
import { startWorld, type TestWorld } from '../world'

type Key = { from: string; column: string; to: string }

const resources = await allResources()
const byTable = new Map(resources.map((resource) => [snake(resource.name), resource]))
/** The tables whose rows are references, with the field that they are the values of. */
const linked = new Map(
  [...(await serveResources()).values()].flatMap(({ resource, overrides: { links = {} } }) =>
    Object.entries(links).map(([field, { table }]) => [table, { resource, field }] as const),
  ),
)

let world: TestWorld
let root: string
/** Every foreign key that keeps the row it points to, as the database itself knows them. */
let keys: Key[]

beforeAll(async () => {
  world = await startWorld()
  root = await world.token('root')
  const { rows } = await withServer(
    world.database,
    (tx) =>
      sql<Key>`select from_table.relname as "from", to_table.relname as "to", attribute.attname as column
        from pg_constraint one
        join pg_class from_table on from_table.oid = one.conrelid
        join pg_class to_table on to_table.oid = one.confrelid
        join pg_attribute attribute on attribute.attrelid = one.conrelid
          and attribute.attnum = one.conkey[cardinality(one.conkey)]
        where one.contype = 'f' and one.confdeltype in ('a', 'r')
          and from_table.relnamespace = 'public'::regnamespace
        order by 2, 1, 3`.execute(tx),
    { readOnly: true },
  )
  keys = rows
})
afterAll(() => world.close())

const send = (method: string, path: string, body?: unknown) => world.call(root, method, path, body)
const all = (resource: Resource) =>
  [
    'limit=1000',
    ...(resource.fields['active'] ? ['showInactive=true'] : []),
    ...(resource.name === 'monitoring-providers' ? ['ClientId=1,2,3,4'] : []),
    ...(resource.name === 'users' ? [`userType=${resource.fields['userType']?.choices?.join(',')}`] : []),
  ].join('&')
const rowsOf = async (resource: Resource): Promise<(Draft & { id: number })[]> =>
  (await send('GET', `${pathOf(resource)}?${all(resource)}`)).body.data

const pointsAt = (row: Draft, field: string, id: number) => idsIn(valueAt(row, field)).includes(id)

/** Returns a record, of no locked client, that points by this field to another: an existing one, or one changed to. */
async function using(from: Resource, field: string, to: Resource): Promise<{ id: number; used: number }> {
  const rows = (await rowsOf(from)).filter((row) => row[from.tenant ?? ''] !== BOREALIS)
  // The default project stays for a reason of its own.
  const kept = (await rowsOf(to)).filter((row) => row['deletable'] !== false)
  const found = rows.find((row) => kept.some(({ id }) => pointsAt(row, field, id)))
  if (found) return { id: found.id, used: kept.find(({ id }) => pointsAt(found, field, id))!.id }
  const target = kept.find((row) => row[to.tenant ?? ''] === ACME)
  const free = rows.find((row) => row[from.tenant ?? ''] === ACME)
  const changed = await send('PATCH', `${pathOf(from)}/${free?.id}`, { [field]: target?.id })
  expect([from.name, field, changed.status]).toEqual([from.name, field, 200])
  return { id: free!.id, used: target!.id }
}

const ANSWERS = 'survey_results.survey_id'

describe('what others point to', () => {
  it('A-062 stays whatever key of the database keeps it, and the refusal names who uses it, how many and the first', async () => {
    const proved: string[] = []
    for (const { from, column, to } of keys) {
      const target = byTable.get(to)
      // A deleted survey is marked, and keeps its answers.
      if (`${from}.${column}` === ANSWERS) continue
      // A client is locked or switched off, and never deleted.
      if (!target?.can.delete) {
        expect(to).toBe('clients')
        continue
      }
      const link = linked.get(from)
      const user = link?.resource ?? byTable.get(from)
      expect([from, user?.name]).toEqual([from, link ? link.resource.name : from.replaceAll('_', '-')])
      // The column of a reference in a group has the name of the reference alone.
      const [field] = link
        ? [link.field]
        : (referencesIn(user!.fields).find(([path]) => snake(path.split('.').at(-1)!) === column) ?? [''])
      expect([from, column, field !== '']).toEqual([from, column, true])
      const { id, used } = await using(user!, field, target)
      const before = await send('GET', `${pathOf(target)}/${used}`)
      const refused = await send('DELETE', `${pathOf(target)}/${used}`)
      expect([from, column, refused.status, refused.body.error?.message]).toEqual([
        from,
        column,
        400,
        'CANNOT_DELETE_WITH_RELATIONS',
      ])
      const uses = refused.body.error?.details?.['relations'] as Use[]
      const told = uses.find(({ noun }) => noun === user!.name || (user!.name === 'sites' && noun === 'teams'))
      expect([from, column, told !== undefined]).toEqual([from, column, true])
      const users = (await rowsOf(user!)).filter((row) => pointsAt(row, field, used))
      expect(users.map((row) => row.id)).toContain(id)
      expect([from, column, told!.count]).toEqual([from, column, users.length])
      const names = users.sort((a, b) => a.id - b.id).map((row) => String(row[user!.title]))
      expect(told!.names).toEqual(names.slice(0, 3))
      expect((await send('GET', `${pathOf(target)}/${used}`)).body.data).toEqual(before.body.data)
      proved.push(`${from}.${column}`)
    }
    expect(proved).toEqual(
      keys
        .flatMap(({ from, column, to }) => (to === 'clients' ? [] : [`${from}.${column}`]))
        .filter((key) => key !== ANSWERS),
    )
  })

  it('W11 is told before a deletion as by it, and asking deletes nothing', async () => {
    const told = await send('GET', 'sites/1/uses')
    const refused = await send('DELETE', 'sites/1')
    expect([told.status, refused.status]).toEqual([200, 400])
    expect(told.body.data).toEqual(refused.body.error?.details?.['relations'])
    expect((await send('GET', 'sites/999999/uses')).status).toBe(404)
    const made = await send('POST', 'sites', { name: 'Unused', ClientId: ACME, location: { formatted: 'Rua 1' } })
    const { id } = made.body.data as unknown as { id: number }
    const before = (await send('GET', `sites/${id}`)).body.data
    const free = await send('GET', `sites/${id}/uses`)
    expect([free.status, free.body.data]).toEqual([200, []])
    expect((await send('GET', `sites/${id}`)).body.data).toEqual(before)
    const history = await send('GET', `audit-events?noun=sites&recordId=${id}`)
    expect((history.body.data as unknown as { verb: string }[]).map(({ verb }) => verb)).toEqual(['create'])
    // An asker who may not delete is told nothing.
    const approver = await world.token('acme-approver')
    expect((await world.call(approver, 'GET', `sites/${id}/uses`)).status).toBe(403)
    const other = await world.token('borealis-admin')
    expect((await world.call(other, 'GET', `sites/${id}/uses`)).status).toBe(404)
    expect((await send('DELETE', `sites/${id}`)).status).toBe(200)
  })

  it('T01 is told without a number or a name to who may not see what uses it', async () => {
    const made = await send('POST', 'users', {
      name: 'Unseen',
      username: 'unseen-operator',
      email: 'unseen@example.org',
      userType: 'monitoring-provider',
      role: 'operator',
      MonitoringProviderId: 3,
      password: 'Abcdef12',
      passwordConfirm: 'Abcdef12',
    })
    expect(made.status).toBe(201)
    const refused = await world.call(await world.token('acme-admin'), 'DELETE', 'monitoring-providers/3')
    expect([refused.status, refused.body.error]).toEqual([
      400,
      { message: 'CANNOT_DELETE_WITH_RELATIONS', details: { relations: [{ noun: 'users' }] } },
    ])
  })
})

it.each([
  ['en-US', '1,200 registration codes (AB7K2Q, QK29ZT, …), 1 app (Guarda) and users'],
  ['pt-BR', '1.200 códigos de cadastro (AB7K2Q, QK29ZT, …), 1 app (Guarda) e usuários'],
] as const)('says in %s what uses a record', (locale, text) => {
  const vocabulary = createVocabulary()
  for (const resource of resources) vocabulary.add(['resources', resource.name], resource.messages)
  const relations: Use[] = [
    { noun: 'registration-codes', count: 1200, names: ['AB7K2Q', 'QK29ZT'] },
    { noun: 'apps', count: 1, names: ['Guarda'] },
    { noun: 'users' },
  ]
  const refusal = (details: Record<string, unknown>) =>
    new ApiError({ status: 400, code: 'CANNOT_DELETE_WITH_RELATIONS', details })
  const t = vocabulary.translate(locale)
  expect(detailsInWords(refusal({ relations }), t)?.['relations']).toBe(text)
  // Another server may say it in words of its own.
  expect(detailsInWords(refusal({ relations: 'sites' }), t)).toEqual({ relations: 'sites' })
})
