import { broadcastMessages } from '@tocsin/core/resources/broadcast-messages/index'
import type { BroadcastMessage } from '@tocsin/core/resources/broadcast-messages/types'
import { sql } from 'kysely'
import { afterCommit } from '../../db/transaction'
import type { Context } from '../../context/context'
import { invalid } from '../../http/failures'
import { defineOverrides } from '../../records/overrides'
import { iso } from '../../time'
import { isBroadcastChannel, notifiesManagers } from './channels'
import { post } from './post'

export const broadcastMessagesOverrides = defineOverrides(broadcastMessages, {
  reads: { searchable: { subtitle: sql`r.channel ->> 'name'` } },
  // A provider has what it posted. People who are bound to a site read none.
  scope: ({ kind, providerId, siteId }) => {
    if (kind === 'provider') return { condition: sql`r.monitoring_provider_id = ${providerId}` }
    return siteId === null ? undefined : { condition: sql`false` }
  },
  writes: {
    create: async (save, draft) => {
      const saved = await post(save, draft)
      await notifyManagers(save, saved.record)
      return saved
    },
  },
  actions: {
    test: async (save, message, { ChannelId }) => {
      if (!(await isBroadcastChannel(save, message.ClientId, ChannelId as number)))
        throw invalid([{ field: 'ChannelId', key: 'resources.broadcast-messages.noBroadcastChannel' }])
      const columns = { test_at: iso(save.parts.now()), test_channel_id: ChannelId }
      return save.history(await save.set(message, columns), { ChannelId: { before: null, after: ChannelId } })
    },
    approve: async (save, message) => {
      const saved = await save.history(await save.set(message, { sent_at: iso(save.parts.now()) }))
      await notifyManagers(save, saved.record)
      return saved
    },
  },
})

/** Mails the managers of the sites of a sent message, if its channel says so. */
async function notifyManagers(
  context: Context,
  { id, ChannelId, sentAt }: Pick<BroadcastMessage, 'id' | 'ChannelId' | 'sentAt'>,
): Promise<void> {
  if (sentAt === null || ChannelId === null || !(await notifiesManagers(context, ChannelId))) return
  const { tx, parts, locale } = context
  await sql`select tocsin_mail_managers(${id}, ${iso(parts.now())}, ${locale})`.execute(tx)
  afterCommit(tx, () => parts.delivery.wake())
}
