import { kebab } from '@tocsin/core/base/naming'
import { allResources } from '@tocsin/core/resources/index'
import { pathOf, type Resource } from '@tocsin/core/vocabulary/resource'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { ofAcme, validDraft } from '../drafts'
import { startWorld, type TestWorld } from '../world'

const resources = await allResources()
let world: TestWorld
let root: string
beforeAll(async () => {
  world = await startWorld()
  root = await world.token('root')
})
afterAll(() => world.close())

/** Returns a digest of every row of every table. */
async function stored(): Promise<Record<string, string>> {
  const rows = await withServer(world.database, async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(tx)
    const digests = tables.map(
      ({ name }) => sql`select ${name} as name, md5(string_agg(t::text, '|' order by t::text)) as digest
        from ${sql.table(name)} t`,
    )
    return (await sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`.execute(tx)).rows
  })
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

it('C52 a dry run with a key leaves the key free for the write', async () => {
  const key = { 'idempotency-key': 'dry-then-real' }
  const admin = await world.token('acme-admin')
  const dry = await world.call(admin, 'POST', 'registration-codes?dryRun=1', {}, key)
  const real = await world.call(admin, 'POST', 'registration-codes', {}, key)
  expect([dry.status, real.status, real.headers['idempotent-replayed']]).toEqual([201, 201, undefined])
})

it('C52 a write that cannot be tried refuses dryRun instead of writing', async () => {
  const before = await stored()
  const providers = (await world.call(root, 'GET', 'monitoring-providers?limit=1')).body.data as { id: number }[]
  const secret = `monitoring-providers/${providers[0]!.id}/authenticate?dryRun=1`
  const profile = await world.call(root, 'POST', secret, { name: 'simulado' })
  const mail = await world.call(null, 'POST', 'authentication/restore-password/request?dryRun=1', { username: 'root' })
  const wrong = await world.call(root, 'POST', 'projects?dryRun=talvez', { name: 'x', ClientId: 2 })
  for (const { status, body } of [profile, mail, wrong])
    expect([status, body.error?.details]).toEqual([400, { parameter: 'dryRun' }])
  expect(await stored()).toEqual(before)
})

it('C52 a dry run needs the permission of the write', async () => {
  const viewer = await world.token('acme-approver')
  const { status } = await world.call(viewer, 'POST', 'terms?dryRun=1', { name: 'x' })
  expect(status).toBe(403)
})

/** Returns the writes of a resource, each with a body that may be right. */
function writesOf(resource: Resource, id: number): { method: string; path: string; body: object }[] {
  const { can, actions, creation } = resource
  const path = resource.kindOf?.resource ?? pathOf(resource)
  const [draft = {}] = fc.sample(validDraft(resource, ofAcme, { complete: true }), { numRuns: 1, seed: 7 })
  const write = (allowed: unknown, method: string, at: string, body: object = {}) =>
    allowed ? [{ method, path: at, body }] : []
  return [
    // A creation that tells a secret cannot be tried.
    ...write(creation?.secret === undefined && can.create, 'POST', path, draft),
    ...write(can.update, 'PUT', `${path}/${id}`, draft),
    ...write(can.delete, 'DELETE', `${path}/${id}`),
    ...Object.entries(actions).flatMap(([name, action]) =>
      action.secret ? [] : write(true, 'POST', `${path}/${id}/${action.path ?? kebab(name)}`),
    ),
  ]
}

/** The answer without the parts that differ between two requests for the same. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, part: unknown) =>
      key === 'id' || key === 'draftId' || key === 'meta' || key === 'dryRun' || /code$/i.test(key) ? undefined : part,
    ),
  )

const written: string[] = []
for (const resource of resources.filter(({ can, actions }) => can.create ?? can.update ?? Object.keys(actions).length))
  it(`C52 a dry run of every write of ${resource.name} answers as the write does, and writes nothing`, async () => {
    const list = await world.call(root, 'GET', `${pathOf(resource)}?limit=1&order=id DESC`)
    const id = (list.body.data as { id: number }[])[0]?.id ?? 1
    let before = await stored()
    for (const { method, path, body } of writesOf(resource, id)) {
      const dry = await world.call(root, method, `${path}?dryRun=1`, body)
      expect(await stored(), `${method} ${path}`).toEqual(before)
      const real = await world.call(root, method, path, body)
      expect([dry.status, dry.body.error?.message], `${method} ${path}`).toEqual([
        real.status,
        real.body.error?.message,
      ])
      if (real.status >= 300) continue
      before = await stored()
      written.push(`${method} ${resource.name}`)
      expect(dry.body.meta).toMatchObject({ dryRun: true })
      expect(comparable(dry.body.data)).toEqual(comparable(real.body.data))
    }
  })

it('C52 the writes that were compared are of every kind', () => {
  const kinds = new Set(written.map((one) => one.split(' ')[0]))
  expect(kinds).toEqual(new Set(['DELETE', 'POST', 'PUT']))
  expect(written.length).toBeGreaterThan(30)
})
