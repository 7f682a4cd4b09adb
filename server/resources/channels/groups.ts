import type { Draft, Reason } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { invalid } from '../../http/failures'

/** The most groups that lie one within the other. */
const MAX_DEPTH = 3

/** Throws if a channel names a group that is none of its app, that lies within itself, or that lies too deep. */
export async function requireGroup(context: Context, channel: Draft, id: number | null): Promise<void> {
  const { parentId } = channel['config'] as { parentId: number | null }
  if (parentId === null) return
  const reason = await reasonAgainst(context, channel, parentId, id)
  if (reason) throw invalid([{ field: 'config.parentId', ...reason }])
}

async function reasonAgainst(
  { tx }: Context,
  { clientId, appId, channelType }: Draft,
  parentId: number,
  id: number | null,
): Promise<Reason | null> {
  const above = await sql<{ id: number; isGroup: boolean }>`with recursive above (id, parent_id, channel_type, n) as (
      select id, parent_id, channel_type, 1 from channels
        where client_id = ${clientId} and app_id = ${appId} and id = ${parentId}
      union all
      select c.id, c.parent_id, c.channel_type, n + 1 from channels c join above on c.id = above.parent_id
        where c.client_id = ${clientId} and n <= ${MAX_DEPTH}
    ) select id, channel_type = 'group' as "isGroup" from above order by n`.execute(tx)
  if (!above.rows[0]?.isGroup) return { key: 'resources.channels.noGroup' }
  if (above.rows.some((group) => group.id === id)) return { key: 'resources.channels.ring' }
  const groupsBelow = channelType === 'group' ? await heightOf({ tx }, clientId, id) : 0
  return above.rows.length + groupsBelow > MAX_DEPTH
    ? { key: 'resources.channels.tooDeep', values: { max: MAX_DEPTH } }
    : null
}

/** Returns the groups on the longest way down from a group, itself included. */
async function heightOf({ tx }: Pick<Context, 'tx'>, clientId: unknown, id: number | null): Promise<number> {
  if (id === null) return 1
  const { rows } = await sql<{ height: number }>`with recursive below (id, n) as (
      select ${id}::int, 1
      union all
      select c.id, n + 1 from channels c join below on c.parent_id = below.id
        where c.client_id = ${clientId} and c.channel_type = 'group' and n <= ${MAX_DEPTH}
    ) select max(n) as height from below`.execute(tx)
  return rows[0]!.height
}
