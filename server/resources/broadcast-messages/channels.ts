import { sql } from 'kysely'
import type { Context } from '../../context/context'

/** A channel that somebody posts to, with the ids of its monitoring providers. */
export type PostedTo = {
  clientId: number
  name: string
  config: { requireConfirm?: boolean; notifyManager?: boolean }
  providers: number[]
}

/** Returns a channel that shows messages, if the actor may post to it: staff to any, a provider to its own. */
export async function postedTo({ tx }: Context, id: unknown): Promise<PostedTo | undefined> {
  if (!Number.isSafeInteger(id)) return undefined
  const { rows } = await sql<PostedTo>`select client_id as "clientId", name, config, providers
    from tocsin_posted_to(${id}, 'broadcast')`.execute(tx)
  return rows[0]
}

/** Returns whether a channel shows messages and belongs to a client. */
export async function isBroadcastChannel(context: Context, clientId: number, id: number): Promise<boolean> {
  return (await postedTo(context, id))?.clientId === clientId
}

/** Returns whether a message to a channel is mailed to the managers of its sites. */
export async function notifiesManagers(context: Context, id: number): Promise<boolean> {
  return (await postedTo(context, id))?.config.notifyManager === true
}
