import type { Site } from '@tocsin/core/resources/sites/types'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registrationCodes } from '../../fixtures/registration-codes'
import { sites } from '../../fixtures/sites'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let admin: string
beforeAll(async () => {
  world = await startWorld()
  admin = await world.token('acme-admin')
})
afterAll(() => world.close())

const acme = sites.rows.filter((place) => place.ClientId === 2 && place.siteType === 'site')
const list = async (query: string, resource = 'sites') => {
  const { status, body } = await world.call(admin, 'GET', `${resource}?${query}`)
  expect(status, query).toBe(200)
  return { rows: body.data as Site[], total: body.total, ids: (body.data as Site[]).map(({ id }) => id) }
}
const code = async (query: string) => {
  const { status, body } = await world.call(admin, 'GET', `sites?${query}`)
  return [status, body.error?.details?.['parameter']]
}

it('API-14 gives fifty by id where nothing is asked, and says how many there are', async () => {
  const { rows, total } = await list('')
  expect(rows).toHaveLength(50)
  expect(rows[0]?.id).toBe(1)
  expect(total).toBe(acme.filter(({ active }) => active).length)
})

it('API-27 hides the inactive and the deleted unless asked, and never from who names them', async () => {
  expect((await list('limit=1&showInactive=true')).total).toBe(acme.length)
  expect((await list('ids=50')).ids).toEqual([50])
  expect((await list('', 'projects')).ids).toEqual([5, 2])
  expect((await list('showDeleted=true', 'projects')).ids).toEqual([6, 5, 2])
})

it('A-010 SITE-15 takes limit and offset or page and perPage, to the same rows', async () => {
  const { ids } = await list('limit=20&offset=40')
  expect(ids).toHaveLength(20)
  expect((await list('perPage=20&page=2')).ids).toEqual(ids)
  expect((await list('perPage=20&page=0')).ids).toEqual((await list('limit=20')).ids)
  expect((await list('limit=1000&offset=1000')).rows).toHaveLength(acme.filter(({ active }) => active).length - 1000)
  expect((await list('offset=9999999999')).ids).toEqual([])
  for (const query of ['limit=0', 'limit=1001', 'perPage=0', 'perPage=1001', 'limit=x', 'page=-1'])
    expect(await code(query)).toEqual([400, query.split('=')[0]])
})

it('S19 A-010 takes what narrows a list as `filter` too: an object of filters, or a text', async () => {
  const named = await list('q=aurora&showInactive=true&ProjectId=2')
  expect(named.total).toBeGreaterThan(0)
  const filter = JSON.stringify({ q: 'aurora', showInactive: true, projectId: 2, App: null })
  expect((await list(`filter=${encodeURIComponent(filter)}`)).ids).toEqual(named.ids)
  expect((await list('page=0&perPage=15&filter=aurora')).ids).toEqual((await list('limit=15&q=aurora')).ids)
  const ids = encodeURIComponent('{"ids":[3,1]}')
  expect((await list(`filter=${ids}&order=id ASC`)).ids).toEqual([1, 3])
  for (const [query, message, details] of [
    ['filter={"q"', 'INVALID_PARAMETER', { parameter: 'filter' }],
    ['filter={"nothing":1}', 'UNKNOWN_PARAMETER', { parameter: 'nothing' }],
    ['filter={"q":{"a":1}}', 'INVALID_PARAMETER', { parameter: 'q' }],
    ['filter={"filter":"a"}', 'UNKNOWN_PARAMETER', { parameter: 'filter' }],
    ['filter={"q":"a"}&q=b', 'CONFLICTING_VALUES', { key: 'q' }],
    ['filter=a&filter=b', 'INVALID_PARAMETER', { parameter: 'filter' }],
  ] as const) {
    const { status, body } = await world.call(admin, 'GET', `sites?${query.replaceAll('"', '%22')}`)
    expect([status, body.error], query).toEqual([400, { message, details }])
  }
})

it('S18 API-30 finds clients by their own id as by any other list of theirs', async () => {
  const root = await world.token('root')
  for (const name of ['client', 'ClientId', 'clientId']) {
    const { status, body } = await world.call(root, 'GET', `clients?${name}=2,3&order=name ASC`)
    expect([status, new Set((body.data as { id: number }[]).map(({ id }) => id))], name).toEqual([200, new Set([2, 3])])
  }
  const { body } = await world.call(root, 'GET', 'clients?client=2&clientId=3')
  expect(body.error).toEqual({ message: 'CONFLICTING_VALUES', details: { key: 'client' } })
})

it('A-011 T08 orders by what a reference is called and not by its id, in whole and in pages, and tells no name beyond the scope', async () => {
  const places = new Map(sites.rows.map(({ id, name }) => [id, name]))
  const { compare } = new Intl.Collator('und')
  const nameOf = ({ SiteId }: { SiteId?: number | null }) => places.get(SiteId ?? 0)
  const codes = registrationCodes.rows.filter(({ ClientId }) => ClientId === 2)
  const expected = codes
    .toSorted((one, other) => {
      const [a, b] = [nameOf(one), nameOf(other)]
      return a === undefined || b === undefined
        ? Number(a === undefined) - Number(b === undefined) || one.id - other.id
        : compare(a, b) || one.id - other.id
    })
    .map(({ id }) => id)
  const order = 'order=SiteId ASC'
  expect((await list(`${order}&limit=1000`, 'registration-codes')).ids).toEqual(expected)
  // By id it would be another order, so that the one above proves something.
  const byId = codes.toSorted(
    (one, other) => (one.SiteId ?? Infinity) - (other.SiteId ?? Infinity) || one.id - other.id,
  )
  expect(byId.map(({ id }) => id)).not.toEqual(expected)
  const paged: number[] = []
  for (let offset = 0; offset < expected.length; offset += 2)
    paged.push(...(await list(`${order}&limit=2&offset=${offset}`, 'registration-codes')).ids)
  expect(paged).toEqual(expected)
  expect((await list('order=SiteId DESC&limit=1000', 'registration-codes')).ids).toEqual(expected.toReversed())
  // A client does not know the owner of the provider's own: they stand with those that have none, whatever its name.
  const providers = async () =>
    (await list('includeGlobal=true&order=ClientId ASC', 'monitoring-providers')).rows.map(({ ClientId }) => ClientId)
  expect((await providers()).at(-1)).toBe(1)
})

it('walks by id with after, over every row once, whatever comes meanwhile', async () => {
  const seen: number[] = []
  for (let after = 0; ;) {
    const { ids } = await list(`after=${after}&limit=700&showInactive=1`)
    if (ids.length === 0) break
    seen.push(...ids)
    after = ids.at(-1)!
  }
  expect(seen).toEqual(acme.map(({ id }) => id))
  expect((await list('after=9999999999')).ids).toEqual([])
  for (const given of ['order', 'sort']) {
    expect(await code(`after=1&${given}=name ASC`)).toEqual([400, 'after'])
    expect((await list(`after=0&${given}=id ASC&limit=2`)).ids).toEqual(seen.slice(0, 2))
  }
})

it('holds still with upTo: what arrives later is neither a row nor counted, in any order', async () => {
  const { ids, total } = await list('upTo=40&order=id DESC&limit=3&showInactive=1')
  const upTo = acme.map(({ id }) => id).filter((id) => id <= 40)
  expect([ids, total]).toEqual([upTo.toReversed().slice(0, 3), upTo.length])
  expect((await list('upTo=0')).total).toBe(0)
  expect((await list('upTo=9999999999&showInactive=1&limit=1')).total).toBe(acme.length)
  expect(await code('upTo=x')).toEqual([400, 'upTo'])
})

it('A-011 orders by declared fields alone, one direction, ties by id', async () => {
  const named = await list('order=name ASC&limit=1000')
  const names = named.rows.map(({ name }) => name)
  expect(names).toEqual([...names].sort(new Intl.Collator('und').compare))
  expect((await list('order=name DESC&limit=1')).rows[0]?.name).not.toBe(names[0])
  const byApp = await list('order=App.name DESC&limit=1000')
  const withApp = byApp.rows.filter(({ App }) => App).map(({ id }) => id)
  expect(withApp).toEqual([...withApp].sort((one, other) => other - one))
  expect((await list('order=location.formatted asc&limit=1')).rows).toHaveLength(1)
  for (const order of [
    'nothing',
    'search',
    'password_hash',
    'name; drop table sites',
    'name ASC, id',
    'name sideways',
    'location',
    'MobileProfiles',
    "name' --",
    'name ASC NULLS FIRST',
    '(select 1)',
    'constructor',
    'toString',
    'App.id',
    'App.name.x',
    'location.__proto__',
  ])
    expect(await code(`order=${encodeURIComponent(order)}`), order).toEqual([400, 'order'])
  for (const order of ['password', 'passwordConfirm', 'manager.username'])
    expect((await world.call(admin, 'GET', `users?order=${order}`)).status, order).toBe(400)
  expect((await world.call(await world.token('root'), 'GET', 'clients?order=manager.username')).status).toBe(400)
})

it('T07 finds text whatever its case and accents, and takes % and _ for what they are', async () => {
  const total = async (q: string) => (await list(`limit=1&q=${encodeURIComponent(q)}`)).total
  const aurora = acme.filter(
    ({ name, location, active }) => active && `${name} ${location.formatted}`.includes('Conceição'),
  ).length
  for (const q of ['Conceição', 'conceicao', 'CONCEIÇÃO', '  conceicao ', 'ceic', 'conceic\u0327a\u0303o'])
    expect(await total(q), q).toBe(aurora)
  expect(await total('ACME-000001')).toBe(1)
  for (const q of ['%', '_', '\\', '\\%', '％', '＿', "'", "' or 1=1 --", '%%%', 'a%b', '\\\\', '*', '(', '$$'])
    expect(await total(q), q).toBe(0)
  const { body } = await world.call(admin, 'POST', 'sites', {
    name: '100% _real_ \\ "x"',
    location: { formatted: 'y' },
  })
  for (const q of ['100%', '_real_', '\\ "', '％', '＿real＿'])
    expect((await list(`q=${encodeURIComponent(q)}`)).ids, q).toEqual([(body.data as Site).id])
  await world.call(admin, 'DELETE', `sites/${(body.data as Site).id}`)
})

it('API-16 A-059 gives several by their ids, each once, and clients by client as by ids', async () => {
  expect((await list('ids=3,1,2,1')).ids).toEqual([1, 2, 3])
  expect((await list('ids=3')).total).toBe(1)
  const root = await world.token('root')
  for (const query of ['client=2,4', 'ids=2,4'])
    expect(
      ((await world.call(root, 'GET', `clients?${query}&order=id ASC`)).body.data as Site[]).map(({ id }) => id),
    ).toEqual([2, 4])
  expect((await world.call(root, 'GET', `sites?ids=${Array.from({ length: 1001 }, (_, n) => n).join()}`)).status).toBe(
    400,
  )
})

it('PROJ-11 PROJ-12 API-30 takes the orders and filters its screens ask with', async () => {
  expect((await list('ClientId=2&showDeleted=false&limit=50&offset=0&order=id DESC', 'projects')).ids).toEqual([5, 2])
  for (const resource of ['clients', 'apps', 'sites']) {
    const filter = resource === 'clients' ? 'client=2' : 'clientId=2'
    expect((await list(`${filter}&order=name ASC&limit=1000`, resource)).rows.length).toBeGreaterThan(0)
  }
  expect((await list('page=0&perPage=15&q=aurora&sort=createdAt ASC')).rows).toHaveLength(15)
})

it('APP-17 lists apps by client and project with all the parameters the specification names', async () => {
  const query =
    'clientId=2&projectId=5&q=botao&limit=10&offset=0&withProject=true&withoutSchema=false&withSchema=true&order=name ASC'
  expect((await list(query, 'apps')).ids).toEqual([2])
})

it('SITE-15 A-067 answers the manager and the codes of places in export mode', async () => {
  const { rows } = await list('exportMode=true&page=0&perPage=500&withSites=true')
  expect(rows).toHaveLength(500)
  expect(rows[0]?.registrationCodes.map((one) => one.code)).toEqual(['AB7K2Q', 'PA07LV'])
  expect(rows[0]?.MobileProfiles[0]?.name).toBe('Mirtes Sabiá')
})

it.each([
  ['en-US', ['admin', 'broadcastOperator', 'guest', 'clientManager', 'root']],
  ['pt-BR', ['admin', 'guest', 'clientManager', 'broadcastOperator', 'root']],
])('S51 A-011 sorts a choice by the words that are read in %s, and its pages meet', async (locale, roles) => {
  const root = await world.token('root')
  const read = async (query: string) =>
    (await world.call(root, 'GET', `users?${query}`, undefined, { locale })).body.data as { id: number; role: string }[]
  const all = await read('order=role%20ASC')
  expect([...new Set(all.map(({ role }) => role))]).toEqual(roles)
  expect([...new Set((await read('order=role%20DESC')).map(({ role }) => role))]).toEqual(roles.toReversed())
  const pages: number[] = []
  for (let offset = 0; offset < all.length; offset += 2)
    pages.push(...(await read(`order=role%20ASC&limit=2&offset=${offset}`)).map(({ id }) => id))
  expect(pages).toEqual(all.map(({ id }) => id))
})
