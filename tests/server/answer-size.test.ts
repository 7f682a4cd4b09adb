import { createClient } from '@tocsin/core/api/client'
import { ApiError } from '@tocsin/core/base/errors'
import type { Http } from '@tocsin/core/api/http'
import { registrationHandlersV2 } from '@tocsin/core/resources/registration-handlers-v2/index'
import { LIMITS } from '@tocsin/core/vocabulary/kinds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let admin: string
beforeAll(async () => {
  world = await startWorld()
  admin = await world.token('acme-admin')
})
afterAll(() => world.close())

const PATH = 'v2/registration-handlers'
const handler = (matchConfig: unknown) => ({
  name: 'h',
  description: 'd',
  url: 'https://example.org/',
  clientId: 2,
  schema: { matchConfig },
})

it('T126 refuses free JSON beyond its limit by its field, and takes it up to there', async () => {
  const of = (size: number) => ({ k: 'x'.repeat(size - 8) })
  const made = await world.call(admin, 'POST', PATH, handler(of(LIMITS.json)))
  expect(made.status, made.text.slice(0, 300)).toBe(201)
  const refused = await world.call(admin, 'POST', PATH, handler(of(LIMITS.json + 1)))
  expect([refused.status, refused.body.error?.errors]).toEqual([
    400,
    [{ field: 'schema.matchConfig', message: 'formErrors.maxJson', values: { max: 65_536 } }],
  ])
})

it('T126 keeps of long values in the history the part where they begin to differ', async () => {
  const root = await world.token('root')
  const text = 'As people write it. '.repeat(5_000)
  const made = await world.call(admin, 'POST', 'terms', { title: 't', content: `<p>${text}</p>` })
  const { id } = made.body.data as { id: number }
  const other = `${text.slice(0, 60_000)}OTHER${text.slice(60_000)}`
  expect((await world.call(admin, 'PATCH', `terms/${id}`, { content: `<p>${other}</p>` })).status).toBe(200)
  const { data } = (await world.call(root, 'GET', `audit-events?noun=terms&recordId=${id}&order=id ASC`)).body
  type Changes = { changes: { content: { before: string | null; after: string }; title?: { after: string } } }
  const [create, update] = data as [Changes, Changes]
  expect(create.changes.title?.after).toBe('t')
  expect([create.changes.content.before, create.changes.content.after]).toEqual([
    null,
    `<p>${text}`.slice(0, 2000) + '…',
  ])
  const { before, after } = update.changes.content
  expect([before?.length, after.length]).toEqual([2_002, 2_002])
  expect(after).toMatch(/^….{40}OTHER.*…$/s)
  expect(before).toMatch(/^….{40}(?!OTHER)/s)
  expect(before?.slice(1, 41)).toBe(after.slice(1, 41))
})

it('T126 builds no page beyond its bytes, says how many rows would do, and is asked for it in halves by the clients', async () => {
  await withServer(world.database, (tx) =>
    sql`insert into registration_handlers_v2 (client_id, name, description, url, schema)
      select 2, 'large ' || n, 'd', 'https://example.org/', jsonb_build_object('matchConfig', jsonb_build_object('k', repeat('x', 60000)))
      from generate_series(1, 200) n`.execute(tx),
  )
  const list = (query: string) => world.call(admin, 'GET', `${PATH}?clientId=2&${query}`)
  const large = await list('limit=1000')
  expect([large.status, large.body.error?.message, large.text.length < 1_000]).toEqual([400, 'ANSWER_TOO_LARGE', true])
  const { max, limit } = (large.body.error?.details ?? {}) as { max?: number; limit?: number }
  expect(max).toBe(8_388_608)
  // Exactly that many fit in one answer.
  const fitting = await list('limit=130')
  expect([fitting.status, (fitting.body.data as object[]).length]).toEqual([200, 130])
  expect(Object.keys((fitting.body.data as object[])[0]!).filter((name) => name.includes('('))).toEqual([])
  expect(limit).toBeGreaterThan(0)
  expect((await list('limit=1000&q=nothing of it')).body.data).toEqual([])

  const asked: string[] = []
  const http: Http = async ({ path, query = {} }) => {
    const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    asked.push(text.join('&'))
    const { status, body } = await world.call(admin, 'GET', `${path}?${text.join('&')}`)
    if (status !== 200) throw new ApiError({ status, code: body.error!.message })
    return { status, data: body.data, total: body.total, requestId: body.meta.id }
  }
  const client = createClient(http)
  const whole = await client.list(registrationHandlersV2, { clientId: 2, limit: 500, order: 'id ASC' })
  const ids = whole.rows.map(({ id }) => id)
  expect(asked.length).toBeGreaterThan(2)
  expect(whole.total).toBeGreaterThanOrEqual(200)
  expect(ids).toHaveLength(whole.total)
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other))
  const byId = await client.list(registrationHandlersV2, { ids, limit: ids.length })
  expect([byId.total, new Set(byId.rows.map(({ id }) => id))]).toEqual([ids.length, new Set(ids)])
  const walked: number[] = []
  for await (const { rows } of client.all(registrationHandlersV2, { clientId: 2 }))
    walked.push(...rows.map(({ id }) => id))
  expect(walked).toEqual(ids)
})
