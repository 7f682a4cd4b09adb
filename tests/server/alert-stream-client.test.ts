import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAlertStream, type AlertStreamOptions, type StreamState } from '@tocsin/core/api/alert-stream'
import { createSession, profileFrom, type Profile } from '@tocsin/core/api/session'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { withServer } from '../../server/context/actor'
import { startWorld, type TestWorld } from '../world'
import { note } from './stream-client'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld({ streams: { beat: 100, perUser: 3 } })
  await world.listen()
})
afterAll(() => world.close())

type Told = { history: { text: string } }

/** Reads the stream as a program does. `until` resolves when a condition on what was read holds. */
async function reading(
  username: string,
  more: { base?: string; silence?: number; from?: string; expired?: boolean } = {},
) {
  const { base = `${world.url}/api`, silence, from, expired } = more
  const { body } = await world.call(null, 'POST', 'authentication/login', { username, password: DEMO_PASSWORD })
  let profile: Profile = profileFrom(body.data)
  if (expired) profile = { ...profile, expiredAt: 0 }
  let refreshed = 0
  const session = createSession({
    store: {
      read: async () => profile,
      write: async (next) => void (profile = next ?? profile),
      exclusively: (run) => run(),
    },
    callRefresh: async (refreshToken) => {
      refreshed++
      return (await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })).body.data
    },
    now: () => world.clock.now,
    pause: async () => {},
  })
  const stop = new AbortController()
  const texts: string[] = []
  const states: StreamState[] = []
  const rereads: string[] = []
  const waiting = new Set<() => void>()
  const look = () => waiting.forEach((one) => one())
  const options: AlertStreamOptions<unknown, Told['history']> = {
    from,
    signal: stop.signal,
    onHappening: ({ history }) => void texts.push(history.text),
    onState: (state) => void states.push(state),
    onReread: (cursor) => void rereads.push(cursor),
    onCursor: look,
  }
  const result = readAlertStream(
    {
      base,
      locale: () => 'pt-BR',
      now: () => world.clock.now,
      fetch,
      session,
      pause: (milliseconds, signal) => wait(milliseconds / 20, undefined, { signal }).catch(() => undefined),
      random: () => 0.5,
      ...(silence === undefined ? {} : { silence }),
    },
    { ...options, onState: (state) => (states.push(state), look()) },
  )
  return {
    texts,
    states,
    rereads,
    result,
    refreshed: () => refreshed,
    stop: () => stop.abort(),
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const one = () => {
          if (!holds()) return
          waiting.delete(one)
          resolve()
        }
        waiting.add(one)
        one()
      }),
  }
}
const write = (text: string) => note(world.parts.database, 1, text)

it('T88 goes on after its last cursor when connections are cut, and misses and doubles nothing', async () => {
  const reader = await reading('acme-admin')
  await reader.until(() => reader.states.length > 0)
  const wanted: string[] = []
  for (let count = 0; count < 40; count++) {
    wanted.push(`cut ${count}`)
    await write(`cut ${count}`)
    if (count % 7 === 3) world.app.server.closeAllConnections()
  }
  await reader.until(() => reader.texts.at(-1) === 'cut 39')
  expect(reader.texts).toEqual(wanted)
  expect(reader.rereads).toEqual([])
  const kinds = reader.states.map(({ state }) => state)
  expect([kinds[0], kinds.at(-1)]).toEqual(['live', 'live'])
  expect(kinds).toContain('lost')
  reader.stop()
  expect(await reader.result).toBeNull()
})

it('refreshes an expired token first, and a refused one once', async () => {
  const expired = await reading('acme-admin', { expired: true })
  await expired.until(() => expired.states.length > 0)
  expect([expired.states[0]?.state, expired.refreshed()]).toEqual(['live', 1])
  world.clock.now += 6 * 60_000
  world.app.server.closeAllConnections()
  await expired.until(() => expired.refreshed() === 2 && expired.states.at(-1)?.state === 'live')
  expired.stop()
  await expired.result
})

it('T82 is over when its session is, and says why', async () => {
  const reader = await reading('acme-site-manager')
  await reader.until(() => reader.states.length > 0)
  await withServer(world.parts.database, (tx) =>
    sql`update sessions set revoked_at = now() where user_id = 7`.execute(tx),
  )
  const ended = await reader.result
  expect(ended).toMatchObject({ state: 'ended', reason: 'refused', error: { status: 401 } })
  expect(reader.states.at(-1)).toEqual(ended)
})

it('is over where alerts may not be read, or where there are too many streams of the user', async () => {
  const refused = await (await reading('broadcast-operator')).result
  expect(refused).toMatchObject({ reason: 'refused', error: { status: 403, code: 'FORBIDDEN' } })
  const readers = [await reading('vazia-admin')]
  await readers[0]!.until(() => readers[0]!.states.length > 0)
  const { token } = (
    await world.call(null, 'POST', 'authentication/login', { username: 'vazia-admin', password: DEMO_PASSWORD })
  ).body.data as { token: string }
  const others = Array.from({ length: 3 }, () => new AbortController())
  for (const { signal } of others)
    await fetch(`${world.url}/api/alerts/stream`, { headers: { authorization: `Bearer ${token}` }, signal })
  expect(await readers[0]!.result).toMatchObject({ reason: 'limit' })
  for (const other of others) other.abort()
})

it('counts a silent connection as lost, and an answer that is no stream', async () => {
  const silent = await reading('acme-admin', { silence: 40 })
  await silent.until(() => silent.states.filter(({ state }) => state === 'lost').length > 1)
  expect(silent.states.find(({ state }) => state === 'lost')).toMatchObject({ since: world.clock.now })
  silent.stop()
  await silent.result
  const portal = await reading('acme-admin', { base: `${world.url}/healthz?` })
  await portal.until(() => portal.states.length > 1)
  expect(portal.states[0]).toMatchObject({ state: 'lost', error: { status: 502, code: 'INVALID_ANSWER' } })
  portal.stop()
  await portal.result
})

it('passes on that lines are missing', async () => {
  const reader = await reading('acme-admin', { from: `${2n ** 60n}.7` })
  await reader.until(() => reader.rereads.length > 0)
  await write('after all')
  await reader.until(() => reader.texts.includes('after all'))
  reader.stop()
  await reader.result
})
