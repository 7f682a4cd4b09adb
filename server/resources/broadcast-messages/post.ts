import type { BroadcastMessage } from '@tocsin/core/resources/broadcast-messages/types'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { BROADCASTS_OF_PROVIDER, tooMany } from '../../attempts/limits'
import { scopeOf } from '../../context/actor'
import type { Context } from '../../context/context'
import { invalid } from '../../http/failures'
import type { Save, Saved } from '../../records/save'
import { iso } from '../../time'
import { postedTo, type PostedTo } from './channels'

const WORDS = 'resources.broadcast-messages'
const problem = (field: string, key: string, values = {}) => invalid([{ field, key, values }])

/**
 * Writes a new message. The channel says whose it is, and whether it is sent at once or waits for its review. A
 * provider posts to the channels that have it, and nobody posts for another one. Throws ApiError 400.
 */
export async function post(save: Save<BroadcastMessage>, draft: Draft): Promise<Saved<BroadcastMessage>> {
  const own = scopeOf(save.actor).providerId
  if (own !== null) await refuseTooMany(save, own)
  const channel = await postedTo(save, draft['ChannelId'])
  const message = {
    ...draft,
    ClientId: draft['ClientId'] ?? channel?.clientId ?? null,
    MonitoringProviderId: draft['MonitoringProviderId'] ?? own ?? onlyProvider(channel),
  }
  // A provider sees neither its clients nor their channels, and was told this one.
  const found = own === null ? [] : ['ClientId', 'ChannelId']
  const validated = await save.new(message, found)
  if (!channel) throw problem('ChannelId', 'formErrors.notFound')
  if (message.ClientId !== channel.clientId) throw problem('ClientId', 'formErrors.notFound')
  const providerId = message.MonitoringProviderId as number | null
  const count = channel.providers.length
  if (count === 0) throw problem('ChannelId', `${WORDS}.noProvider`)
  if (providerId === null) throw problem('MonitoringProviderId', `${WORDS}.whichProvider`, { count })
  if (!channel.providers.includes(providerId)) throw problem('MonitoringProviderId', `${WORDS}.notAssigned`)
  const isSent = channel.config.requireConfirm !== true && validated.values['active'] === true
  return save.history(
    await save.store(validated, {
      channel: json({ name: channel.name }),
      monitoring_provider: json({ name: await nameOf(save, providerId) }),
      ...(isSent ? { sent_at: iso(save.parts.now()) } : {}),
    }),
  )
}

/** Throws ApiError 429 if a provider has posted as many messages as it may for now. Refused ones do not count. */
async function refuseTooMany({ tx, parts }: Context, providerId: number): Promise<void> {
  const { limit, window } = BROADCASTS_OF_PROVIDER
  const { rows } = await sql<{ createdAt: string }>`select created_at as "createdAt" from broadcast_messages
    where monitoring_provider_id = ${providerId} order by created_at desc offset ${limit - 1}::int limit 1`.execute(tx)
  const wait = rows[0] ? Date.parse(rows[0].createdAt) + window - parts.now() : 0
  if (wait > 0) throw tooMany('broadcasts', wait)
}

/** Returns the provider of a channel that has only one. */
const onlyProvider = (channel: PostedTo | undefined): number | null =>
  channel?.providers.length === 1 ? (channel.providers[0] ?? null) : null

const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`

async function nameOf({ tx }: Context, providerId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from monitoring_providers where id = ${providerId}`.execute(
    tx,
  )
  return rows[0]?.name ?? ''
}
