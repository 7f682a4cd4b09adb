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
 * Returns the secret that signs a webhook's deliveries. It is derived from the provider's nonce under the server's own
 * key, so that the database alone cannot sign. It is returned to whoever renews it.
 */
export const signingSecret = ({ tokens }: Pick<Parts, 'tokens'>, providerId: number, nonce: string): string =>
  `whsec_${tokens.digest('webhook', `${providerId} ${nonce}`)}`

/**
 * Returns the signature of a delivery, which proves its sender and its time: HMAC-SHA-256 over the time and the exact
 * bytes of the body. A receiver should refuse a time that is minutes away, and a delivery id that it has had before
 * (T64).
 */
export function signatureOf(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

/** Queues a webhook's event in the transaction of the change that caused it. It is sent after the commit. */
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
 * Returns the function that sends a waiting delivery, to its webhook's present address with its present secret; null if
 * there is no such active webhook any more. The outcome is stored with the provider.
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
