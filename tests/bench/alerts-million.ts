import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase, type Database } from '../../server/db/open'
import type { Tx } from '../../server/db/transaction'
import { worldAsServed } from '../database'
import { startWorld } from '../world'
import { createKeepAliveClient } from './big'
import { phonesOf, send } from './phones'
import { percentile, timed, type Measure } from './results'

const MILLION = 1_000_000
const ROUNDS = 200
/** The time between two alerts that arrive meanwhile (ms). */
const EVERY = 50
/** The time that a statement may take while the alerts are written (ms). */
const DEADLINE = 600_000

const QUESTIONS = [
  { name: 'the dashboard of staff', path: 'dashboard', goal: 25 },
  { name: 'the dashboard of a client', path: 'dashboard/client/2', goal: 25 },
  { name: 'the first page of the board', path: 'alerts?open=true&order=id%20DESC&limit=50', goal: 50 },
  { name: 'the first page of all alerts', path: 'alerts?order=id%20DESC&limit=50', goal: 50 },
]

/** Asks while alerts arrive, with a few alerts in the database and with a million. */
export default async function alertsMillion(): Promise<Measure[]> {
  const seed = await worldAsServed()
  const few = await timesOf(await openDatabase({ seed }))
  const database = await openDatabase({ seed, deadline: DEADLINE })
  await fill(database)
  const many = await timesOf(database)
  return QUESTIONS.map(({ name, goal }, at) => {
    const [rest, times] = [percentile(few[at]!, 95), percentile(many[at]!, 95)]
    return {
      name: `${name} at 1,000,000 alerts while 20 a second arrive, embedded`,
      figure: `p50 ${percentile(many[at]!, 50).toFixed(1)} ms, p95 ${times.toFixed(1)} ms; with a few alerts p95 ${rest.toFixed(1)} ms`,
      ratio: times / rest,
      goal: `p95 ≤ ${goal} ms`,
      met: times <= goal,
    }
  })
}

async function timesOf(database: Database): Promise<number[][]> {
  const world = await startWorld({ database, now: Date.now })
  try {
    const origin = await world.listen()
    const phones = await phonesOf(origin, 40)
    const { ask, end } = createKeepAliveClient(origin, await world.token('root'))
    const times = QUESTIONS.map(() => [] as number[])
    let isOver = false
    const arriving = (async () => {
      const sent: Promise<unknown>[] = []
      for (let index = 0; !isOver && index < phones.length * 10; index++) {
        const { token, channel } = phones[index % phones.length]!
        sent.push(send(`${origin}/mobile/alerts`, token, { uuid: randomUUID(), ChannelId: channel }))
        await pause(EVERY)
      }
      await Promise.all(sent)
    })()
    for (let round = -5; round < ROUNDS / QUESTIONS.length; round++)
      for (const [at, { path }] of QUESTIONS.entries()) {
        const { time } = await timed(() => ask('GET', path))
        if (round >= 0) times[at]!.push(time)
        await pause(20)
      }
    isOver = true
    await arriving
    end()
    return times
  } finally {
    await world.close()
  }
}

/** Writes a million alerts of two years, of fifty sites of each of two clients; a few hundred are open, one in fifty is a test. */
async function fill(database: Database): Promise<void> {
  const AT_ONCE = 50_000
  const scoped = (run: (tx: Tx) => Promise<unknown>) =>
    database.transaction(async (tx) => {
      await sql`select set_config('app.scope', 'all', true)`.execute(tx)
      await run(tx)
    })
  // An index of trigrams that grows row by row takes longer than all the rest.
  await scoped((tx) => sql`drop index alerts_search`.execute(tx))
  for (let from = 0; from < MILLION; from += AT_ONCE)
    await scoped((tx) =>
      sql`insert into alerts (client_id, site_id, uuid, text, generated_at, created_at, updated_at, priority, test,
          anonymous, channel, processed_at, resolution, resolved_by, resolved_at)
        select c.id, c.sites[1 + n / 2 % 50], gen_random_uuid(), 'Fumaça no corredor ' || n, at, at, at,
          n % 5 = 0, n % 50 = 1, true, '{"name":"Emergência","label":null,"channelType":"alert","icon":"warning"}'::jsonb,
          at, case when n % 4000 > 0 then 'false-alarm' end,
          case when n % 4000 > 0 then '{"kind":"user","id":6,"name":"Ana Acme"}'::jsonb end,
          case when n % 4000 > 0 then at end
        from generate_series(${from}::int, ${from + AT_ONCE - 1}::int) n
        cross join lateral (select now() - (${MILLION} - n) * interval '63 seconds' as at) t
        join (select client_id as id, array_agg(id) as sites, row_number() over (order by client_id) - 1 as turn
          from sites where client_id in (2, 3) and site_type = 'site' group by client_id) c on c.turn = n % 2`.execute(
        tx,
      ),
    )
  await scoped((tx) => sql`create index alerts_search on alerts using gin (search gin_trgm_ops)`.execute(tx))
  await database.transaction((tx) => sql`analyze`.execute(tx))
}
