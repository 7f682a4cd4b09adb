import { sql } from 'kysely'
import { withServer } from '../../server/context/actor'
import type { TestWorld } from '../world'

type Raised = {
  client?: number
  site?: number | null
  text?: string
  priority?: boolean
  test?: boolean
  assigned?: boolean
}

/** Writes an alert with its first event, as the door of the phones does, and returns its id. */
export const raiseAlert = (
  world: TestWorld,
  {
    client = 2,
    site = null,
    text = 'Fumaça no corredor',
    priority = true,
    test = false,
    assigned = false,
  }: Raised = {},
): Promise<number> =>
  withServer(world.database, async (tx) => {
    const now = new Date().toISOString()
    const { rows } = await sql<{
      id: number
    }>`insert into alerts (client_id, site_id, uuid, text, generated_at, created_at,
        updated_at, priority, test, anonymous, channel, processed_at)
      values (${client}, ${site}, ${crypto.randomUUID()}, ${text}, ${now}, ${now}, ${now}, ${priority}, ${test}, true,
        '{"name":"Emergência","label":null,"channelType":"alert","icon":"warning"}'::jsonb, ${assigned ? now : null})
      returning id`.execute(tx)
    const id = rows[0]!.id
    await sql`insert into alert_histories (client_id, site_id, alert_id, event, actor, created_at, updated_at)
      values (${client}, ${site}, ${id}, 'created', '{"kind":"phone","id":null,"name":null}'::jsonb, ${now}, ${now})`.execute(
      tx,
    )
    return id
  })
