import type { Site } from '@tocsin/core/resources/sites/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import type { Tx } from '../../server/db/transaction'
import { databaseKind } from '../database'
import { uploadSheet } from '../upload-sheet'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let token: string
beforeAll(async () => {
  world = await startWorld()
  token = await world.token('vazia-admin')
})
afterAll(() => world.close())

const ana = { name: 'Ana', email: 'ana@example.org', phone: '+5571987654321', job: 'Diretora' }
const bia = { name: 'Bia', email: 'bia@example.org', phone: null, job: null }

let made = 0

/** A site of its own, whose tag names it. */
async function site(more: Partial<Site> = {}): Promise<Site & { tag: string }> {
  const tag = `K${++made}`
  const draft = { name: `Casa ${made}`, tag, ClientId: 4, location: { formatted: `Rua ${made}` }, ...more }
  const reply = await world.call(token, 'POST', 'sites', draft)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}
const read = async ({ id }: { id: number }) => (await world.call(token, 'GET', `sites/${id}`)).body.data as Site
const upsert = (...lines: string[]) => uploadSheet(world, lines.join('\n'), { query: '?mode=upsert' })

/** Brings a sheet twice: the second time there is nothing left to do. */
async function bring(...lines: string[]): Promise<void> {
  const first = await upsert(...lines)
  expect(first.body.data, first.text).toMatchObject({ updated: 1 })
  expect((await upsert(...lines)).body.data).toMatchObject({ updated: 0, unchanged: 1 })
}

it('A-063 changes of a manager what the file has columns for, and puts nobody there twice', async () => {
  const HEAD = 'siteName,siteAddress,siteTag'
  const { id, tag, name, location } = await site({ MobileProfiles: [ana, bia] })
  const line = (...cells: string[]) => [name, location.formatted, tag, ...cells].join(',')

  await bring(`${HEAD},siteManagerName,smJobTitle`, line('Ana', 'Reitora'))
  expect((await read({ id })).MobileProfiles).toEqual([{ ...ana, job: 'Reitora' }, bia])
  // Another takes the place of the first; a person who is there already is not made once more.
  await bring(`${HEAD},siteManagerName`, line('Bia'))
  expect((await read({ id })).MobileProfiles).toEqual([bia])
  await bring(`${HEAD},siteManagerName,smEmail`, line('Caio', 'caio@example.org'))
  const caio = { name: 'Caio', email: 'caio@example.org', phone: null, job: null }
  expect((await read({ id })).MobileProfiles).toEqual([caio])
  // An empty cell clears a person's detail, and takes nobody away.
  await bring(`${HEAD},siteManagerName,smEmail`, line('Caio', ''))
  const nobody = await upsert(`${HEAD},siteManagerName,smEmail`, line('', ''))
  expect(nobody.body.data, nobody.text).toMatchObject({ unchanged: 1 })
  expect((await read({ id })).MobileProfiles).toEqual([{ ...caio, email: null }])
})

it('A-063 leaves a site with its app where another app has the same name', async () => {
  const { rows } = await withServer(world.database, (tx) =>
    sql<{ id: number }>`insert into apps (client_id, name, project_id)
      select 4, 'Alerta', id from projects, generate_series(1, 2) where client_id = 4 and is_default returning id`.execute(
      tx,
    ),
  )
  const [first, second] = rows.map(({ id }) => id)
  const { id, tag, name, location } = await site({ appId: second! })
  const cells = [name, location.formatted, tag]
  await bring('siteName,siteAddress,siteTag,siteRadius', [...cells, '0.7'].join(','))
  expect(await read({ id })).toMatchObject({ appId: second, radius: 0.7 })
  await bring('siteName,siteAddress,siteTag,siteRadius,siteApp', [...cells, '0.8', 'Alerta'].join(','))
  expect(await read({ id })).toMatchObject({ appId: second, radius: 0.8 })
  expect(first).toBeLessThan(second!)
})

it('tells in the history of an imported site all that the file said of it', async () => {
  await uploadSheet(world, 'siteName,siteAddress,siteTag,siteReferencePoint\nPonto,Rua 9,PT1,Ao lado da igreja')
  const { data } = (await world.call(token, 'GET', 'audit-events?noun=sites&order=id%20DESC&limit=1')).body
  const [event] = data as unknown as { verb: string; changes: Record<string, { after: unknown }> }[]
  expect(event).toMatchObject({
    verb: 'import',
    changes: { name: { after: 'Ponto' }, tag: { after: 'PT1' }, referencePoint: { after: 'Ao lado da igreja' } },
  })
})

it('takes a place away with every name that it had for a manager, whatever was made of it since', async () => {
  const { id } = await site({ MobileProfiles: [ana, bia] })
  const profiles = (await world.call(token, 'GET', `maps?SiteId=${id}&order=id`)).body.data as unknown as {
    id: number
  }[]
  const [one, other] = profiles
  expect(profiles).toHaveLength(2)
  expect((await world.call(token, 'PATCH', `maps/${one!.id}`, { role: 'worker' })).status).toBe(200)
  expect((await world.call(token, 'PATCH', `maps/${other!.id}`, { status: 'deactivated' })).status).toBe(200)
  const gone = await world.call(token, 'DELETE', `sites/${id}`)
  expect(gone.status, gone.text).toBe(200)
})

it('T77 makes the places of two sheets that come at once one time', async () => {
  const sheet = ['siteName,siteAddress', ...Array.from({ length: 20 }, (_, n) => `Escola ${n},Avenida ${n}`)]
  const [one, other] = await Promise.all([upsert(...sheet), upsert(...sheet)])
  const created = [one, other].map(({ body }) => (body.data as unknown as { created: number }).created)
  expect(created.sort((a, b) => a - b)).toEqual([0, 20])
})

describe.runIf(databaseKind === 'postgres')('who waits for somebody else', () => {
  /** Begins something while a site is held, and runs the holder's `then` once it waits. */
  async function whileHeld<T>(siteId: number, begin: () => Promise<T>, then: (tx: Tx) => Promise<unknown>): Promise<T> {
    let begun: Promise<T> | undefined
    await withServer(world.database, async (tx) => {
      await sql`select from sites where id = ${siteId} for update`.execute(tx)
      begun = begin()
      await expect
        .poll(async () => (await sql`select from pg_locks where not granted`.execute(tx)).rows.length)
        .toBeGreaterThan(0)
      await then(tx)
    })
    return begun!
  }

  it('T77 loses nothing that was written while a file is brought', async () => {
    const { id, tag, name, location } = await site()
    await whileHeld(
      id,
      () => upsert('siteName,siteAddress,siteTag,siteRadius', [name, location.formatted, tag, '0.9'].join(',')),
      (tx) => sql`update sites set reference_point = 'Portão azul', version = version + 1 where id = ${id}`.execute(tx),
    )
    expect(await read({ id })).toMatchObject({ referencePoint: 'Portão azul', radius: 0.9 })
  })

  it('T77 gives no place a second code', async () => {
    const { id } = await site()
    const reply = await whileHeld(
      id,
      () => world.call(token, 'POST', `sites/${id}/add-code`, {}),
      (tx) =>
        sql`insert into registration_codes (client_id, site_id, mode, code) values (4, ${id}, 'site', 'WAIT01')`.execute(
          tx,
        ),
    )
    expect([reply.status, reply.body.error?.message]).toEqual([400, 'BLOCKED'])
    expect((await read({ id })).registrationCodes).toMatchObject([{ code: 'WAIT01' }])
  })
})
