import { sql } from 'kysely'
import type { Tx } from '../db/transaction'

/** A message as phones show it. `at` is when it was sent; of a test, when that was. */
export type ShownMessage = { id: number; text: string; at: string; test: boolean }

/** The most messages of a channel that a phone is told, the latest ones. */
const MOST = 50

/** Returns the messages of channels by the channel, newest first: those sent to it, and those tested in it. */
export async function messagesIn(
  tx: Tx,
  clientId: number,
  channelIds: readonly number[],
): Promise<ReadonlyMap<number, ShownMessage[]>> {
  const { rows } = await sql<ShownMessage & { channelId: number }>`select c.id as "channelId", m.*
    from unnest(${channelIds}::int[]) c (id) cross join lateral (
      select b.id, b.text, coalesce(b.sent_at, b.test_at) as at, b.sent_at is null as test from broadcast_messages b
      where b.client_id = ${clientId} and b.active
        and ((b.channel_id = c.id and b.sent_at is not null) or (b.test_channel_id = c.id and b.sent_at is null))
      order by at desc, b.id desc limit ${MOST}) m
    order by m.at desc, m.id desc`.execute(tx)
  const found = new Map<number, ShownMessage[]>()
  for (const { channelId, ...message } of rows) found.set(channelId, [...(found.get(channelId) ?? []), message])
  return found
}
