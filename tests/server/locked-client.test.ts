import { kebab } from '@tocsin/core/base/naming'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { permissionsOf } from '@tocsin/core/vocabulary/roles'
import { pathOf, type Resource } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { BOREALIS } from '../../fixtures/clients'
import { users } from '../../fixtures/users'
import { databaseKind } from '../database'
import { recordOf, type Pool } from '../drafts'
import { draftLike, freeRow } from '../fixture-rows'
import { startWorld, type TestWorld } from '../world'

const resources = await allResources()

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.parts.fences.lock = true
})

/** The rows of Borealis that are written to, where the first that nothing points to would not do. */
const rows: Record<string, number> = {
  // A webhook, whose secret can be renewed.
  'monitoring-providers': 7,
  // A message that is not sent.
  'broadcast-messages': 6,
  // A profile whose status a change would change.
  maps: 7,
}
/** The row that is deleted, where it is another: only this app is in no use. */
const deleted: Record<string, number> = { apps: 4 }

/** The change of a row that has no text to change. */
const changes: Record<string, object> = {
  // Six characters would be another code.
  'registration-codes': { config: { autoApprove: true } },
  // The person behind a profile writes its texts.
  maps: { status: 'active' },
  // The text of a message is fixed.
  'broadcast-messages': { active: false },
}

/** The input of an action, where any would change nothing. */
const inputs: Record<string, object> = {
  'apps publish': { versionComment: 'x' },
  'broadcast-messages test': { ChannelId: 407 },
  'monitoring-providers revokeToken': { name: 'plantão' },
  'sites setApp': { appId: null },
  'teams setApp': { appId: 3 },
  'sites setTag': { tag: 'x' },
  'teams setTag': { tag: 'x' },
}

/** Actions that are done to another record of the resource, by its id: one with tokens. */
const actsOn: Record<string, number> = { authenticate: 5, revokeToken: 5 }

const ofBorealis: Pool = (resourceName) => {
  const resource = resources.find(({ name }) => name === resourceName)
  return resource?.tenant ? [freeRow(resource, BOREALIS).id] : []
}

const one = <T>(values: fc.Arbitrary<T>): T => fc.sample(values, { numRuns: 1, seed: 7 })[0]!

/** Returns the change of the first text that one may write. */
function changeOf({ name, fields }: Resource): object {
  if (changes[name]) return changes[name]
  const text = Object.entries(fields).find(([, { type, readonly }]) => type === 'text' && readonly === undefined)
  if (!text) throw new Error(`${name} has no text to change: add a change to \`changes\` in this file`)
  return { [text[0]]: 'changed' }
}

type Write = [method: string, path: string, body: object | undefined, staff: boolean]

/** Every route that writes into Borealis, as the declarations have them; `staff`: the client's own people may not. */
async function writes(byCode: boolean): Promise<Write[]> {
  const all: Write[] = []
  const root = { ...users.rows[0]!, permissions: permissionsOf('tocsin', 'root'), impersonator: null }
  for (const resource of resources) {
    const { name, can, tenant, actions } = resource
    const writable = can.create ?? can.update ?? can.delete ?? Object.keys(actions)[0]
    if (tenant === undefined || writable === undefined) continue
    const route = pathOf(resource)
    const row = freeRow(resource, BOREALIS)
    const id = rows[name] ?? row.id
    const staff = !mayDo(
      { userType: 'client', role: 'admin', permissions: permissionsOf('client', 'admin') },
      resource,
      'update',
    )
    const add = (method: string, path: string, body?: object) => all.push([method, path, body, staff])
    if (can.create) add('POST', route, { ...draftLike(resource, row), [tenant]: BOREALIS })
    for (const method of can.update ? ['PUT', 'PATCH'] : [])
      for (const body of [changeOf(resource), ...(byCode ? [{}, { bogus: 1 }] : [])])
        add(method, `${route}/${id}`, body)
    if (can.delete) add('DELETE', `${route}/${deleted[name] ?? id}`)
    for (const [action, { path, blocked, input, whileLocked }] of Object.entries(actions)) {
      // A lock stops no alert.
      if (whileLocked) continue
      // Acting as somebody writes nothing of theirs.
      if (action === 'loginAs' || `${name} ${action}` === 'maps token') continue
      const on = actsOn[action] ?? id
      // The triggers of a row do not run for a change that the row itself refuses.
      const record = (await world.call(await world.token('root'), 'GET', `${route}/${on}`)).body.data as object
      if (!byCode && blocked?.(record, root)) continue
      const sent = inputs[`${name} ${action}`] ?? (input && one(recordOf(input, ofBorealis, true)))
      add('POST', `${route}/${on}/${path ?? kebab(action)}`, sent)
    }
  }
  return all
}

const upload = (
  username: string,
  client: number,
  csv: string,
  { part = 'csvSites', query = '', key = '' }: { part?: string; query?: string; key?: string } = {},
) =>
  world
    .token(username)
    .then((token) =>
      world.call(
        token,
        'POST',
        `clients/${client}/upload${query}`,
        `--x\r\nContent-Disposition: form-data; name="${part}"; filename="s.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--x--\r\n`,
        { 'content-type': 'multipart/form-data; boundary=x', ...(key ? { 'idempotency-key': key } : {}) },
      ),
    )

/** An app of Borealis that nothing uses, so that only the lock stands between it and its end. */
async function spareApp(): Promise<void> {
  await withServer(world.database, async (tx) => {
    await sql`update clients set locked = false where id = ${BOREALIS}`.execute(tx)
    await sql`update apps set project_id = ${BOREALIS} where id = 3`.execute(tx)
    await sql`insert into apps (id, client_id, name, project_id) values (4, ${BOREALIS}, 'spare', ${BOREALIS}) on conflict do nothing`.execute(
      tx,
    )
    await sql`update clients set locked = true where id = ${BOREALIS}`.execute(tx)
  })
}

it.each([
  ['by the code', true],
  ['by the schema’s triggers alone', false],
])('T47 ERR-18 A-007 refuses every write into a locked client, %s', async (_by, stands) => {
  await spareApp()
  // Without the code's question, only the schema's own triggers remain.
  world.parts.fences.lock = stands
  const wrong: string[] = []
  for (const username of ['root', 'borealis-admin'])
    for (const [method, path, body, staff] of await writes(stands)) {
      if (staff && username !== 'root') continue
      // One's own profile is not the client's; changing another's is the code's alone to refuse.
      if (path.startsWith('users/9') && username === 'borealis-admin') continue
      if (!stands && path.startsWith('users/9') && method !== 'DELETE') continue
      // A link is a token, which no table has.
      if (!stands && path.endsWith('/link')) continue
      const reply = await world.call(await world.token(username), method, path, body)
      if (reply.status !== 401 || reply.body.error?.message !== 'CLIENT_LOCKED')
        wrong.push(`${username} ${method} ${path}: ${reply.status} ${reply.text}`)
    }
  for (const username of ['root', 'borealis-admin']) {
    const reply = await upload(username, BOREALIS, 'siteName,siteAddress\nx,y')
    if (reply.body.error?.message !== 'CLIENT_LOCKED') wrong.push(`upload: ${reply.status} ${reply.text}`)
  }
  for (const body of stands ? [{ nickname: 'changed' }, {}] : [{ nickname: 'changed' }]) {
    const edit = await world.call(await world.token('root'), 'PATCH', `clients/${BOREALIS}`, body)
    if (edit.body.error?.message !== 'CLIENT_LOCKED') wrong.push(`clients: ${edit.text}`)
  }
  expect(wrong).toEqual([])
})

it('S36 tells of a new record the lock first, before fields that are missing or wrong, and nothing of a client of others', async () => {
  const [borealis, acme] = [await world.token('borealis-admin'), await world.token('acme-admin')]
  for (const path of ['sites', 'users', 'teams', 'projects'])
    expect((await world.call(borealis, 'POST', path, {})).body.error?.message, path).toBe('CLIENT_LOCKED')
  const as = (token: string, ClientId: unknown) => world.call(token, 'POST', 'sites', { ClientId })
  expect((await as(acme, BOREALIS)).body.error?.message).toBe('VALIDATION_FAILED')
  const root = await world.token('root')
  expect((await as(root, BOREALIS)).body.error?.message).toBe('CLIENT_LOCKED')
  for (const ClientId of [2 ** 40, 2 ** 53 - 1, -1, 1.5, 'x', null])
    expect((await as(root, ClientId)).body.error?.message, String(ClientId)).toBe('VALIDATION_FAILED')
})

it('A-007 leaves reading, signing in and one’s own profile to the people of a locked client', async () => {
  const admin = await world.token('borealis-admin')
  expect((await world.call(admin, 'GET', 'sites')).body.total).toBe(30)
  expect((await world.call(admin, 'PATCH', 'users/9', { name: 'Bia B.' })).body.data).toMatchObject({ name: 'Bia B.' })
  const both = await world.call(await world.token('root'), 'PUT', `clients/${BOREALIS}`, {
    locked: false,
    nickname: 'changed',
  })
  expect(both.body.error?.message).toBe('CLIENT_LOCKED')
})

it('locks and unlocks a client at once for the next write, and says why it is not done twice', async () => {
  const root = await world.token('root')
  const acme = await world.token('acme-admin')
  const manager = await world.token('client-manager')
  expect((await world.call(acme, 'POST', 'clients/2/lock')).status).toBe(403)
  expect((await world.call(manager, 'POST', 'clients/2/lock')).body.data).toMatchObject({ locked: true })
  expect((await world.call(acme, 'PATCH', 'sites/1', { name: 'x' })).body.error?.message).toBe('CLIENT_LOCKED')
  expect((await world.call(root, 'POST', 'clients/2/lock')).body.error).toEqual({
    message: 'BLOCKED',
    details: { reason: 'resources.clients.alreadyLocked' },
  })
  const record = (await world.call(root, 'GET', 'clients/2')).body.data as object
  expect((await world.call(root, 'PUT', 'clients/2', { ...record, locked: false })).status).toBe(200)
  expect((await world.call(acme, 'PATCH', 'sites/1', { name: 'x' })).status).toBe(200)
})

it('T47 stops an import that comes in pieces when the client is locked between two of them', async () => {
  const piece = (n: number) =>
    `siteName,siteAddress\n${Array.from({ length: 50 }, (_, row) => `Peça ${n} ${row},Rua ${n} ${row}`).join('\n')}`
  expect((await upload('vazia-admin', 4, piece(1))).body.data).toMatchObject({ created: 50 })
  await world.call(await world.token('root'), 'POST', 'clients/4/lock')
  expect((await upload('vazia-admin', 4, piece(2))).body.error?.message).toBe('CLIENT_LOCKED')
  await world.call(await world.token('root'), 'POST', 'clients/4/unlock')
  expect((await upload('vazia-admin', 4, piece(2))).body.data).toMatchObject({ created: 50 })
})

it.each(['sites', 'registration-data'])(
  'T47 locks a client while an import of %s keeps four chunks under way, stops the import, and lets it go on',
  async (resource) => {
    const root = await world.token('root')
    const places = resource === 'sites'
    if (!places) await world.call(root, 'POST', 'registration-data/schemas', { contentId: 'longa', ClientId: 4 })
    const total = async () =>
      (await world.call(root, 'GET', `${resource}?ClientId=4&limit=1${places ? '' : '&q=C-'}`)).body.total ?? 0
    const before = await total()
    const ROWS = 100
    const CHUNKS = 40
    const chunk = (n: number) =>
      [
        places ? 'siteName,siteAddress' : 'key,nome',
        ...Array.from({ length: ROWS }, (_, row) => (places ? `Trava ${n},Rua C ${n} ${row}` : `C-${n}-${row},Ana`)),
      ].join('\n')
    const how = places ? {} : { part: 'csvRegistrationData', query: '?contentId=longa' }
    /** Sends the chunks that are left, four at once as the clients do, until one is refused; returns the outcomes. */
    async function run(onAnswer: (written: number) => void = () => {}) {
      let next = 0
      let written = 0
      const refusals: unknown[] = []
      const worker = async () => {
        while (next < CHUNKS && refusals.length === 0) {
          const n = next++
          const reply = await upload('vazia-admin', 4, chunk(n), { ...how, key: `t133-${resource}-${n}` })
          if (reply.status === 200) onAnswer(++written)
          else refusals.push(reply.body.error?.message)
        }
      }
      await Promise.all(Array.from({ length: 4 }, worker))
      return { written, refusals }
    }
    let lock: Promise<unknown> | undefined
    const cut = await run((written) => {
      if (written !== 3) return
      lock = world.call(root, 'POST', 'clients/4/lock').then(({ status }) => status)
    })
    expect(await lock).toBe(200)
    // The lock did not wait for the import's end: it caused it.
    expect(cut.written).toBeLessThan(CHUNKS)
    expect(new Set(cut.refusals)).toEqual(new Set(['CLIENT_LOCKED']))
    expect(await total()).toBe(before + cut.written * ROWS)
    await world.call(root, 'POST', 'clients/4/unlock')
    expect(await run()).toEqual({ written: CHUNKS, refusals: [] })
    expect(await total()).toBe(before + CHUNKS * ROWS)
  },
)

// The embedded engine has one session: nothing waits there while it holds anything.
const waiting = databaseKind === 'postgres' ? ['sites', 'registration-data'] : []
it.each(waiting)(
  'T133 locks a client at once though a chunk of %s waits for its turn, and that chunk is refused then',
  async (resource) => {
    const root = await world.token('root')
    const places = resource === 'sites'
    if (!places) await world.call(root, 'POST', 'registration-data/schemas', { contentId: 'fila', ClientId: 4 })
    const csv = places ? 'siteName,siteAddress\nFila,Rua F' : 'key\nF-1'
    const how = places ? {} : { part: 'csvRegistrationData', query: '?contentId=fila' }
    await withServer(world.database, async (tx) => {
      const waiting = async (locktype: string) => {
        const { rows: found } = await sql`select from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database() and l.locktype = ${locktype}`.execute(tx)
        return found.length > 0
      }
      // As another chunk of the client does for as long as it writes.
      await sql`select pg_advisory_xact_lock(6302, 4)`.execute(tx)
      const chunk = upload('vazia-admin', 4, csv, how)
      while (!(await waiting('advisory'))) await new Promise((resolve) => setTimeout(resolve, 5))
      let locked: number | undefined
      const lock = world.call(root, 'POST', 'clients/4/lock').then(({ status }) => (locked = status))
      // Either it is answered or it waits for the chunk, which waits for us.
      while (locked === undefined && !(await waiting('transactionid')))
        await new Promise((resolve) => setTimeout(resolve, 5))
      return { chunk, lock, locked }
    }).then(async ({ chunk, lock, locked }) => {
      const [{ body }] = await Promise.all([chunk, lock])
      await world.call(root, 'POST', 'clients/4/unlock')
      expect([locked, body.error?.message]).toEqual([200, 'CLIENT_LOCKED'])
    })
  },
)

it('A-007 never locks the client of the provider itself, whose staff could not be changed any more', async () => {
  const root = await world.token('root')
  expect((await world.call(root, 'POST', 'clients/1/lock')).body.error).toEqual({
    message: 'BLOCKED',
    details: { reason: 'resources.clients.ownStaysOpen' },
  })
  const put = await world.call(root, 'PUT', 'clients/1', { locked: true })
  expect([put.status, put.body.error?.errors]).toEqual([
    400,
    [{ field: 'locked', message: 'resources.clients.ownStaysOpen' }],
  ])
  expect((await world.call(root, 'PATCH', 'users/2', { name: 'Ainda muda' })).status).toBe(200)
})
