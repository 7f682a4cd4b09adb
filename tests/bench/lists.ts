import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../server/db/open'
import { startWorld } from '../world'
import { BIG, createKeepAliveClient, onBoth } from './big'
import { percentile, timed, type Measure } from './results'

const ROUNDS = 60

/** People's questions about a hundred thousand sites, and the SQL that a program without a server would send. */
const QUESTIONS: {
  name: string
  path: string
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
  offset: number
  /** The page is set against its rows alone, which an index gives: the total has to cost next to nothing. */
  isPageAlone?: true
}[] = [
  {
    name: 'first page of a client',
    path: 'sites?ClientId=2&limit=50',
    where: sql`client_id = 2 and site_type = 'site' and active`,
    order: sql`id`,
    offset: 0,
    isPageAlone: true,
  },
  {
    name: 'by name, 4,500 deep',
    path: 'sites?ClientId=2&limit=50&order=name%20ASC&offset=4500',
    where: sql`client_id = 2 and site_type = 'site' and active`,
    order: sql`name collate "und-x-icu", id`,
    offset: 4500,
  },
  {
    name: 'those of an app',
    path: 'sites?ClientId=2&limit=50&appId=1',
    where: sql`client_id = 2 and site_type = 'site' and active and app_id = 1`,
    order: sql`id`,
    offset: 0,
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

/** Lists, filters and searches of 100,000 sites through the whole server against the same SQL alone, in turn. */
export default (): Promise<Measure[]> => onBoth(measure)

async function measure(kind: string, database: Database): Promise<Measure[]> {
  await database.transaction(async (tx) => {
    await sql`select set_config('app.scope', 'all', true)`.execute(tx)
    await sql`update sites set app_id = 1 where client_id = ${BIG} and id % 200 = 0`.execute(tx)
  })
  await database.transaction((tx) => sql`analyze`.execute(tx))
  const world = await startWorld({ database })
  const origin = await world.listen()
  const token = await world.token('root')
  const { ask, end } = createKeepAliveClient(origin, token)
  const measures: Measure[] = []
  for (const { name, path, where, order, offset, isPageAlone } of QUESTIONS) {
    const goal = isPageAlone ? 3 : 2
    const bare = () =>
      database.transaction(async (tx) => {
        await sql`select set_config('app.scope', 'all', true)`.execute(tx)
        await sql`select ${COLUMNS} from sites s where ${where} order by ${order} limit 50 offset ${offset}`.execute(tx)
        if (!isPageAlone) await sql`select count(*) from sites s where ${where}`.execute(tx)
      })
    const served = () => ask('GET', path)
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
      figure: `p95 ${percentile(times.served, 95).toFixed(1)} ms, ${isPageAlone ? 'its rows by index' : 'bare SQL'} ${percentile(times.bare, 95).toFixed(1)} ms`,
      ratio,
      goal: `≤ ${goal}`,
      met: ratio <= goal,
    })
  }
  end()
  await world.close()
  return measures
}
