import { Agent, request } from 'node:http'
import { rm } from 'node:fs/promises'
import { sql, type RawBuilder } from 'kysely'
import { bigPlaces, world as fixtures } from '../../fixtures/world'
import { createPasswords } from '../../server/auth/passwords'
import { openDatabase, type Database } from '../../server/db/open'
import { cachedSeed } from '../../server/db/seed-cache'
import { seedPlaces, seedWorld } from '../../server/seed'
import { temporaryPostgres } from '../postgres'
import { copyOfTemplate } from '../postgres-template'
import { startWorld } from '../world'
import { percentile, timed, type Measure } from './results'

const ROUNDS = 60

/** What people ask of a hundred thousand sites, and the SQL that a program without a server would send for it. */
const QUESTIONS: {
  name: string
  path: string
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
  offset: number
}[] = [
  {
    name: 'first page of a client',
    path: 'sites?ClientId=2&limit=50',
    where: sql`client_id = 2 and site_type = 'site' and active`,
    order: sql`id`,
    offset: 0,
  },
  {
    name: 'by name, 4,500 deep',
    path: 'sites?ClientId=2&limit=50&order=name%20ASC&offset=4500',
    where: sql`client_id = 2 and site_type = 'site' and active`,
    order: sql`name collate "und-x-icu", id`,
    offset: 4500,
  },
  {
    name: 'search',
    path: 'sites?ClientId=2&limit=50&q=zilda%20flores%20271',
    where: sql`client_id = 2 and site_type = 'site' and active and search like '%zilda flores 271%'`,
    order: sql`id`,
    offset: 0,
  },
]

const COLUMNS = sql`id, version, created_at, updated_at, name, tag, site_type, client_id, project_id, active, location, lat,
  lng, radius, reference_point, app_id, timezone,
  coalesce((select jsonb_agg(jsonb_build_object('name', m.name, 'props', m.profile_props) order by m.manager_order, m.id)
    from maps m where m.client_id = s.client_id and m.site_id = s.id and m.role = 'manager' and m.status = 'active'), '[]'),
  (select jsonb_build_object('name', a.name) from apps a where a.client_id = s.client_id and a.id = s.app_id),
  coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'code', c.code) order by c.id)
    from registration_codes c where c.client_id = s.client_id and c.site_id = s.id), '[]')`

/** Lists and searches of 100,000 sites through the whole server against the same SQL alone, in turn (goals.md: ≤ 2). */
export default async function lists(): Promise<Measure[]> {
  const fill = async (database: Database) => {
    await seedWorld(database, fixtures, await createPasswords())
    await seedPlaces(database, bigPlaces())
  }
  const seed = await cachedSeed({ folder: 'node_modules/.cache/tocsin', seed: fill, key: 'bench-lists' })
  const measures = await measure('embedded', await openDatabase({ seed }))

  const postgres = await temporaryPostgres()
  try {
    const database = await openDatabase({ url: await copyOfTemplate(postgres.url, 'bench', fill) })
    measures.push(...(await measure('PostgreSQL', database)))
  } finally {
    await postgres.stop()
    await rm(postgres.folder, { recursive: true, force: true })
  }
  return measures
}

async function measure(kind: string, database: Database): Promise<Measure[]> {
  await database.transaction((tx) => sql`analyze`.execute(tx))
  const world = await startWorld({ database })
  const origin = await world.listen()
  const token = await world.token('root')
  const agent = new Agent({ keepAlive: true })
  const measures: Measure[] = []
  for (const { name, path, where, order, offset } of QUESTIONS) {
    const bare = () =>
      database.transaction(async (tx) => {
        await sql`select set_config('app.scope', 'all', true)`.execute(tx)
        await sql`select ${COLUMNS} from sites s where ${where} order by ${order} limit 50 offset ${offset}`.execute(tx)
        await sql`select count(*) from sites s where ${where}`.execute(tx)
      })
    const served = () => get(agent, `${origin}/api/${path}`, token)
    const times = { bare: [] as number[], served: [] as number[] }
    for (let round = -5; round < ROUNDS; round++) {
      const { time: one } = await timed(bare)
      const { time: other } = await timed(served)
      if (round < 0) continue // warming up
      times.bare.push(one)
      times.served.push(other)
    }
    const ratio = percentile(times.served, 95) / percentile(times.bare, 95)
    measures.push({
      name: `${name}, ${kind}`,
      figure: `p95 ${percentile(times.served, 95).toFixed(1)} ms, bare SQL ${percentile(times.bare, 95).toFixed(1)} ms`,
      ratio,
      goal: '≤ 2',
      met: ratio <= 2,
    })
  }
  agent.destroy()
  await world.close()
  return measures
}

function get(agent: Agent, url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume()
      answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(String(answer.statusCode)))))
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
