import { CHUNK_ROWS, PLAN_ROWS } from '@tocsin/core/import/chunks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Party } from '../../server/db/turns'
import { databaseKind, testDatabase } from '../database'
import { uploadSheet } from '../upload-sheet'
import { startWorld, type TestWorld } from '../world'

/** The parties whose transactions began, in order, since the test began: `tenant/actor`. */
let turns: string[]
/** For each transaction of OTHER: the number of transactions of others that began before it, since it was asked for. */
let overtaken: number[]
let world: TestWorld
let list: string
let open: TestWorld['database']
beforeAll(async () => {
  // The lines that everybody gets.
  open = await testDatabase()
  world = await startWorld({ database: open })
  list = await world.token('borealis-admin')
  await world.token('acme-admin')
  await world.token('acme-site-manager')
  await world.token('root')
})
afterAll(() => world.close())
beforeEach(() => {
  turns = []
  overtaken = []
  world.parts.database = {
    ...open,
    as: (party) => {
      const theirs = open.as(party)
      const who = `${party.tenant}/${party.actor}`
      const transactionWith: typeof theirs.transactionWith = (settings, run, options) => {
        const before = turns.length
        return theirs.transactionWith(
          settings,
          (tx) => {
            if (who === OTHER) overtaken.push(turns.slice(before).filter((one) => one !== OTHER).length)
            turns.push(who)
            return run(tx)
          },
          options,
        )
      }
      return { ...theirs, transactionWith }
    },
  }
})
afterEach(() => {
  world.parts.database = open
})

const OTHER = 'client:3/9'
/**
 * The most transactions of others that may begin while one of OTHER waits for its turn: those under way end, and until
 * it has begun itself, a PostgreSQL does others' beside it.
 */
const MOST = databaseKind === 'embedded' ? 10 : 20

/**
 * Asks for another tenant's list many times in a row, each as soon as the last is answered. Returns the most
 * transactions of others that one of its own waited for.
 */
async function listBeside(times: number): Promise<number> {
  for (let n = 0; n < times; n++) {
    const { status, text } = await world.call(list, 'GET', 'sites?limit=10')
    expect(status, text).toBe(200)
  }
  expect(overtaken.length).toBeGreaterThanOrEqual(times)
  return Math.max(...overtaken)
}

const anonymous = (remoteAddress: string) =>
  world.app.inject({ method: 'GET', url: '/api/documents/info?name=ajuda', remoteAddress })

it('T122 answers whoever is signed in while 300 anonymous requests of one network are under way', async () => {
  const storm = Array.from({ length: 300 }, () => anonymous('10.1.1.1'))
  const waited = await listBeside(12)
  const answers = await Promise.all(storm)
  expect(waited).toBeLessThanOrEqual(MOST)
  const busy = answers.filter(({ statusCode }) => statusCode === 503)
  expect(busy.length).toBeGreaterThan(250)
  for (const { headers, json } of busy) {
    expect(headers['retry-after']).toBe('1')
    expect((json as () => { error: object })().error).toEqual({ message: 'BUSY' })
  }
  // A request among the strangers is no worse off for another network's storm.
  const again = Array.from({ length: 100 }, () => anonymous('10.1.1.1'))
  expect((await anonymous('10.1.1.2')).statusCode).not.toBe(503)
  await Promise.all(again)
})

it('T122 keeps places for who is signed in where a thousand networks fill all lines', async () => {
  const storm = Array.from({ length: 1000 }, (_, n) => anonymous(`10.${n >> 8}.2.${n & 255}`))
  await listBeside(5)
  const codes = (await Promise.all(storm)).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 503).length).toBeGreaterThan(700)
})

const rows = (count: number, from = 0) =>
  ['siteName,siteAddress', ...Array.from({ length: count }, (_, n) => `Escola ${from + n},Rua ${from + n}`)].join('\n')

it('F20 T124 makes another tenant’s list wait for no more than what is under way while a tenant imports and exports', async () => {
  const acme = { username: 'acme-admin', client: 2 }
  const work = [
    // Four at once, as our own clients send them.
    ...Array.from({ length: 4 }, async (_, n) => {
      for (let sheet = 0; sheet < 2; sheet++)
        expect((await uploadSheet(world, rows(CHUNK_ROWS, (3 * n + sheet) * CHUNK_ROWS), acme)).status).toBe(200)
      return uploadSheet(world, rows(CHUNK_ROWS, (3 * n + 2) * CHUNK_ROWS), acme)
    }),
    ...Array.from({ length: 30 }, async () =>
      world.call(await world.token('acme-site-manager'), 'GET', 'sites?limit=1000'),
    ),
    ...Array.from({ length: 30 }, async () =>
      world.call(await world.token('acme-admin'), 'GET', 'sites?q=a&limit=1000'),
    ),
  ]
  let done = 0
  for (const one of work) void one.then(() => done++)
  const waited = await listBeside(10)
  // It was measured beside the work, not after it.
  expect(done).toBeLessThan(work.length)
  expect(waited).toBeLessThanOrEqual(MOST)
  const statuses = (await Promise.all(work)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
}, 120_000)

it.each([
  ['a dry run', '?dryRun=1', PLAN_ROWS],
  ['a write', '', CHUNK_ROWS],
])('T124 takes no more rows at once than our own clients send: %s', async (_, query, max) => {
  const sender = { username: 'acme-admin', client: 2, query }
  const reply = await uploadSheet(world, rows(max + 1), sender)
  expect([reply.status, reply.body.error]).toEqual([400, { message: 'too_many_rows', details: { max } }])
  expect((await uploadSheet(world, rows(3), sender)).status).toBe(200)
})

/** Begins transactions of a party that stay until told to go on; returns how many have begun. */
function hold(party: Party, count: number) {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  const all = Array.from({ length: count }, () => {
    const one = { begun: false, done: Promise.resolve() }
    one.done = open.as({ ...party }).transactionWith({}, async () => {
      one.begun = true
      await held
    })
    return one
  })
  return { goOn: () => goOn(), begun: () => all.filter(({ begun }) => begun).length, done: all.map(({ done }) => done) }
}

it('T124 lets no actor, no tenant and no strangers have all connections', async () => {
  const held = [
    // A tenant of its own: the turn of a read ends a moment after its answer.
    hold({ tenant: 'client:4', actor: '6' }, 20),
    hold({ tenant: 'client:4', actor: '7' }, 20),
    hold({ tenant: 'client:4', actor: '8' }, 20),
    hold({ tenant: 'strangers', actor: '10.0.0.1' }, 15),
    hold({ tenant: 'strangers', actor: '10.0.0.2' }, 15),
    hold({ tenant: 'strangers', actor: '10.0.0.3' }, 15),
  ]
  const other = open.as({ tenant: 'client:3', actor: '9' }).transactionWith({}, async () => 'in its turn')
  const begun = () => held.map((one) => one.begun())
  try {
    if (databaseKind === 'postgres') {
      expect(await other).toBe('in its turn')
      await expect.poll(begun).toEqual([2, 2, 0, 1, 1, 0])
    } else await expect.poll(begun).toEqual([1, 0, 0, 0, 0, 0])
  } finally {
    for (const { goOn } of held) goOn()
  }
  expect(await other).toBe('in its turn')
  await Promise.all(held.flatMap(({ done }) => done))
})

it('T124 refuses whoever has filled their own line, and nobody beside them', async () => {
  const script = { tenant: 'client:2', actor: '6' }
  const { goOn, done } = hold(script, 130)
  const colleague = open.as({ tenant: 'client:2', actor: '7' }).transactionWith({}, async () => 'in turn')
  const stranger = open.as({ tenant: 'strangers', actor: '10.0.0.1' }).transactionWith({}, async () => 'in turn')
  const outcomes = Promise.allSettled(done)
  goOn()
  expect([await colleague, await stranger]).toEqual(['in turn', 'in turn'])
  const refused = (await outcomes).flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused.length).toBe(130 - 100 - (databaseKind === 'embedded' ? 1 : 2))
  for (const error of refused) expect(error).toMatchObject({ code: 'BUSY' })
})

it('T122 T124 takes a request’s turns for whoever asks: by session, by refresh token, by network', async () => {
  const signIn = await world.call(null, 'POST', 'authentication/login', {
    username: 'borealis-admin',
    password: 'Demo1234',
  })
  const { refreshToken, token } = signIn.body.data as { refreshToken: string; token: string }
  expect(new Set(turns)).toEqual(new Set(['strangers/127.0.0.1']))
  turns = []
  await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })
  await world.call(token, 'GET', 'search-index')
  await world.call(token, 'PATCH', 'users/9', { name: 'Bia Borealis' })
  expect(new Set(turns)).toEqual(new Set([OTHER]))
  // An actor signed in as somebody else does not use up that user's turns.
  turns = []
  const child = await world.call(await world.token('root'), 'POST', 'users/9/impersonate')
  await world.call((child.body.data as { token: string }).token, 'GET', 'sites?limit=1')
  expect(new Set(turns)).toEqual(new Set(['tocsin/1', 'client:3/9 by 1']))
  turns = []
  expect((await world.call(null, 'GET', '/readyz')).status).toBe(200)
  expect(turns).toEqual([])
})

it('T124 reads the search index in many short transactions', async () => {
  const root = await world.token('root')
  turns = []
  const whole = await world.call(root, 'GET', 'search-index')
  expect(whole.status).toBe(200)
  // One turn for each resource that is counted, and each page of one, beside the session's.
  expect(turns.length).toBeGreaterThan(15)
})
