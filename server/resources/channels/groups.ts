import { MAX_GROUP_DEPTH } from '@tocsin/core/resources/channels/order'
import type { Channel } from '@tocsin/core/resources/channels/types'
import { opensChannels, type ChannelType } from '@tocsin/core/resources/channels/kinds/index'
import type { Draft, Reason } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { invalid } from '../../http/failures'
import type { Condition } from '../../records/overrides'

/** Returns the condition for the channels of the app of `id` that are neither that channel nor within it. */
export const isOutside = (id: number): Condition => ({
  condition: sql`r.app_id in (select app_id from channels where id = ${id}::bigint) and r.id not in (
    with recursive inside (client_id, id) as (
      select client_id, id from channels where id = ${id}::bigint
      union
      select c.client_id, c.id from channels c join inside on c.client_id = inside.client_id and c.parent_id = inside.id
    ) select id from inside)`,
})

/**
 * Throws if the group of a channel lies within the channel itself, or too deep. What the declaration says of the
 * group was checked before the app was held, and may have changed since.
 */
export async function requireGroup(context: Context, channel: Draft, id: number | null): Promise<void> {
  const { parentId } = channel['config'] as Pick<Channel['config'], 'parentId'>
  if (!parentId) return
  const reason = await reasonAgainst(context, channel, parentId, id)
  if (reason) throw invalid([{ field: 'config.parentId', ...reason }])
}

async function reasonAgainst(
  { tx }: Context,
  { clientId, appId, channelType }: Draft,
  parentId: number,
  id: number | null,
): Promise<Reason | null> {
  const above = await sql<{ id: number }>`with recursive above (id, parent_id, n) as (
      select id, parent_id, 1 from channels
        where client_id = ${clientId} and app_id = ${appId} and id = ${parentId}
      union all
      select c.id, c.parent_id, n + 1 from channels c join above on c.id = above.parent_id
        where c.client_id = ${clientId} and n <= ${MAX_GROUP_DEPTH}
    ) select id from above`.execute(tx)
  if (above.rows.some((group) => group.id === id)) return { key: 'resources.channels.noGroup' }
  const groupsBelow = opensChannels(channelType as ChannelType) ? await heightOf({ tx }, clientId, id) : 0
  return above.rows.length + groupsBelow > MAX_GROUP_DEPTH
    ? { key: 'resources.channels.tooDeep', values: { max: MAX_GROUP_DEPTH } }
    : null
}

/** Returns the groups on the longest way down from a group, itself included. */
async function heightOf({ tx }: Pick<Context, 'tx'>, clientId: unknown, id: number | null): Promise<number> {
  if (id === null) return 1
  const { rows } = await sql<{ height: number }>`with recursive below (id, n) as (
      select ${id}::int, 1
      union all
      select c.id, n + 1 from channels c join below on c.parent_id = below.id
        where c.client_id = ${clientId} and c.channel_type = 'group' and n <= ${MAX_GROUP_DEPTH}
    ) select max(n) as height from below`.execute(tx)
  return rows[0]!.height
}
