import { createHmac } from 'node:crypto'
import type { DeliveryOutcome } from '@tocsin/core/resources/monitoring-providers/types'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import { afterCommit } from '../db/transaction'
import type { Context } from '../context/context'
import { OutboundError } from '../outbound/outbound'
import type { Parts } from '../context/parts'
import { iso } from '../time'

/**
 * Returns the secret that signs a webhook's deliveries: made from the provider's nonce under the server's own key, so
 * that the database alone signs nothing. It is told to whoever renews it.
 */
export const signingSecret = ({ tokens }: Pick<Parts, 'tokens'>, providerId: number, nonce: string): string =>
  `whsec_${tokens.digest('webhook', `${providerId} ${nonce}`)}`

/**
 * Returns the signature that proves a delivery ours and of now: HMAC-SHA-256 over the time and the very bytes of the
 * body. A receiver refuses a time that is minutes away, and a delivery id that it has had before (T64).
 */
export function signatureOf(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

/** Queues a webhook's event beside the change that caused it; it leaves after the commit. */
export async function queueDelivery(
  context: Context,
  provider: { id: number; ClientId: number; callbackUrl: string | null },
  event: string,
  data: object,
): Promise<void> {
  const { parts, tx, locale } = context
  const now = iso(parts.now())
  const id = Buffer.from(parts.random(12)).toString('base64url')
  const payload = { id, event, createdAt: now, data }
  await sql`insert into outbox (created_at, next_attempt_at, channel, recipient, locale, template, data, client_id)
    values (${now}, ${now}, 'webhook', ${provider.callbackUrl ?? ''}, ${locale}, ${event},
      ${JSON.stringify({ provider: provider.id, payload })}::jsonb, ${provider.ClientId})`.execute(tx)
  afterCommit(tx, () => parts.delivery.wake())
}

/**
 * Returns the sending of a waiting delivery, at its webhook's present address and secret; null where that webhook is no
 * more. Its outcome is written to the provider.
 */
export async function readyDelivery(
  parts: Parts,
  data: Record<string, unknown>,
): Promise<(() => Promise<void>) | null> {
  const providerId = Number(data['provider'])
  const { rows } = await withServer(parts.database, (tx) =>
    sql<{ url: string; nonce: string }>`select callback_url as url, signing_nonce as nonce from monitoring_providers
      where id = ${providerId} and provider_type = 'webhook' and active`.execute(tx),
  )
  const [webhook] = rows
  if (!webhook) return null
  const body = JSON.stringify(data['payload'])
  const timestamp = Math.floor(parts.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': `tocsin/${parts.version}`,
    'tocsin-delivery': (data['payload'] as { id: string }).id,
    'tocsin-timestamp': String(timestamp),
    'tocsin-signature': signatureOf(signingSecret(parts, providerId, webhook.nonce), timestamp, body),
  }
  return async () => {
    try {
      await parts.outbound.post(webhook.url, body, headers)
    } catch (error) {
      if (error instanceof OutboundError) await note(parts, providerId, error.code)
      throw error
    }
    await note(parts, providerId, 'DELIVERED')
  }
}

async function note(parts: Parts, providerId: number, outcome: DeliveryOutcome): Promise<void> {
  const delivery = JSON.stringify({ at: iso(parts.now()), outcome })
  await withServer(parts.database, (tx) =>
    sql`update monitoring_providers set delivery = ${delivery}::jsonb where id = ${providerId}`.execute(tx),
  )
}
