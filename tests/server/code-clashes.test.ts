import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { CODE_CLASHES, CODE_CLASHES_OF_CLIENT } from '../../server/attempts/limits'
import { uploadSheet, type Sending } from '../upload-sheet'
import { startWorld, type TestWorld } from '../world'

const HOUR = 3_600_000
const [OWN, ACME, BOREALIS, PUBLIC] = ['OWN001', 'ACME01', 'BORE01', 'OPEN01']
const EXISTS = { message: 'CODE_ALREADY_EXISTS', details: { field: 'code' } }

let world: TestWorld
let root: string
let admin: string
beforeAll(async () => {
  world = await startWorld()
  root = await world.token('root')
  admin = await world.token('vazia-admin')
  expect((await world.call(root, 'POST', 'public-codes', { code: PUBLIC })).status).toBe(201)
  expect((await named(OWN)).status).toBe(201)
})
afterAll(() => world.close())
beforeEach(() => withServer(world.database, (tx) => sql`delete from allowances`.execute(tx)))

const named = (code: string, token = admin, ClientId = 4) =>
  world.call(token, 'POST', 'registration-codes', { mode: 'client', ClientId, ...(code ? { code } : {}) })
/** Brings one place for each cell of codes. */
const bring = (codes: readonly string[], sending?: Sending) =>
  uploadSheet(
    world,
    ['siteName,siteAddress,siteTag,siteAppCode', ...codes.map((cell, n) => `Casa ${n},Rua ${n},${cell},${cell}`)].join(
      '\n',
    ),
    sending,
  )
const clashes = async (token = admin) =>
  (await world.call(token, 'GET', 'audit-events?verb=codeClash&limit=1000')).body.data as AuditEvent[]
const counts = (statuses: readonly number[]) =>
  statuses.reduce<Record<number, number>>((all, one) => ({ ...all, [one]: (all[one] ?? 0) + 1 }), {})

it('T102 tells by a dry run of no code that the asker cannot see, however many are tried', async () => {
  const before = await clashes()
  const tried = [ACME, BOREALIS, PUBLIC, ...Array.from({ length: 150 }, (_, n) => `A${String(n).padStart(5, '0')}`)]
  for (let n = 0; n < CODE_CLASHES.limit + 2; n++) {
    const { status, body } = await bring(tried, { query: '?dryRun=1' })
    expect([status, body.data]).toMatchObject([200, { created: tried.length, errors: [] }])
  }
  const own = await bring([ACME, OWN], { query: '?dryRun=1' })
  expect(own.body.data).toMatchObject({ created: 1, errors: [{ row: 2, column: 'siteAppCode', code: 'code_taken' }] })
  // Staff see every code in its list, and so here.
  const staff = await bring([ACME, OWN], { query: '?dryRun=1', username: 'root' })
  expect(staff.body.data).toMatchObject({ created: 0, errors: [{ row: 1 }, { row: 2 }] })
  expect(await clashes()).toEqual(before)
})

it('T102 gives one answer for all foreign codes of a file, and none beside what is wrong with the file itself', async () => {
  const answers = [
    await bring(['FREE01', ACME]),
    await bring([ACME, 'FREE01', BOREALIS, PUBLIC]),
    await bring(['FREE01', PUBLIC]),
  ]
  for (const { status, body } of answers) expect([status, body.error]).toEqual([400, EXISTS])
  const both = await bring([ACME, OWN])
  expect(both.body.error?.details?.['rows']).toMatchObject([{ row: 2, code: 'code_taken' }])
  const { rows } = await withServer(world.database, (tx) =>
    sql`select from sites where client_id = 4 and tag = 'FREE01'`.execute(tx),
  )
  expect(rows).toEqual([])
})

it('T102 remembers each clash with the client that asked, and names nobody else', async () => {
  const before = (await clashes()).length
  const { id } = (await named('MINE01')).body.data as { id: number }
  const asked = [
    await named(ACME),
    await named(PUBLIC),
    await world.call(admin, 'PATCH', `registration-codes/${id}`, { code: BOREALIS }),
    await bring([ACME]),
  ]
  for (const { status, body } of asked) expect([status, body.error]).toEqual([400, EXISTS])
  expect([(await named(OWN)).body.error, (await clashes()).length - before]).toEqual([EXISTS, asked.length])
  const events = (await clashes()).slice(0, asked.length)
  for (const event of events)
    expect(event).toMatchObject({ noun: 'clients', recordId: 4, ClientId: 4, username: 'vazia-admin', changes: {} })
  expect(events.map(({ requestId }) => requestId).toReversed()).toEqual(asked.map(({ body }) => body.meta.id))
  const text = JSON.stringify(events)
  for (const foreign of [ACME, BOREALIS, 'Acme', 'Borealis']) expect(text).not.toContain(foreign)
  for (const other of ['acme-admin', 'borealis-admin']) expect(await clashes(await world.token(other))).toEqual([])
  expect(await clashes(root)).toHaveLength(before + asked.length)
})

it('T102 slows whoever asks for many, by whatever way, and says then of no code whether it is there', async () => {
  const { id } = (await named('MINE02')).body.data as { id: number }
  const ways = [
    (code: string) => named(code),
    (code: string) => bring([code]),
    (code: string) => world.call(admin, 'PATCH', `registration-codes/${id}`, { code }),
  ]
  for (let n = 0; n < CODE_CLASHES.limit; n++) expect((await ways[n % ways.length]!(ACME)).status).toBe(400)
  for (const way of ways)
    for (const code of [ACME, 'FREE02']) {
      const { status, headers, body } = await way(code)
      expect([status, headers['retry-after'], body.error?.details]).toEqual([
        429,
        '3600',
        { reason: 'limits.codeClashes', seconds: 3600 },
      ])
    }
  // Requests that tell nothing of others go on: generated codes, one's own, places without one, dry runs.
  expect((await named('')).status).toBe(201)
  expect((await named(OWN)).body.error).toEqual(EXISTS)
  expect((await bring([''])).status).toBe(200)
  expect((await bring([ACME], { query: '?dryRun=1' })).status).toBe(200)
  // An hour later, as it looks from there.
  await withServer(world.database, (tx) =>
    sql`update allowances set taken = array(select t - ${HOUR} from unnest(taken) t)`.execute(tx),
  )
  expect((await named('FREE02')).status).toBe(201)
})

it('T102 tells many that ask at once no more than one by one, and counts a client’s people together', async () => {
  const at = await Promise.all(Array.from({ length: 3 * CODE_CLASHES.limit }, () => named(ACME)))
  expect(counts(at.map(({ status }) => status))).toEqual({ 400: CODE_CLASHES.limit, 429: 2 * CODE_CLASHES.limit })

  const { rows } = await withServer(world.database, (tx) =>
    sql<{ name: string }>`insert into users (name, username, email, role, user_type, client_id, password_hash)
      select name, 'vazia-admin-' || n, email, role, user_type, client_id, password_hash
      from users, generate_series(1, 4) n where username = 'vazia-admin' returning username as name`.execute(tx),
  )
  const statuses: number[] = []
  for (const { name } of rows) {
    const token = await world.token(name)
    for (let n = 0; n < CODE_CLASHES.limit; n++) statuses.push((await named(BOREALIS, token)).status)
  }
  const left = CODE_CLASHES_OF_CLIENT.limit - CODE_CLASHES.limit
  expect(counts(statuses)).toEqual({ 400: left, 429: statuses.length - left })
  // Nobody of another client, nor of staff, is kept from anything.
  expect((await named('FREE03', await world.token('acme-admin'), 2)).status).toBe(201)
  for (let n = 0; n <= CODE_CLASHES.limit; n++) expect((await named(ACME, root)).status).toBe(400)
  expect((await named('FREE04', root)).status).toBe(201)
})
