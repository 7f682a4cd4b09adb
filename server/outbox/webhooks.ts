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
 * Returns the secret that signs what is sent to a provider (its id) or to another receiver. It is derived from a nonce under
 * the server's own key, so that the database alone cannot sign. It is returned to whoever renews it.
 */
export const signingSecret = ({ tokens }: Pick<Parts, 'tokens'>, receiver: number | string, nonce: string): string =>
  `whsec_${tokens.digest('webhook', `${receiver} ${nonce}`)}`

/** The receiver of a waiting delivery, as it is now. */
export type Receiver = {
  url: string
  /** The secrets that sign, the present one first: while a secret changes there are two. */
  secrets: readonly string[]
  /** The data of the delivery, where they are read only now, and not when it was queued. */
  data?: object
  /** Stores the outcome with the receiver, and acts on its answer. A delivery whose answer throws is sent again. */
  heard: (outcome: DeliveryOutcome, answer: string) => Promise<void>
}

/** Returns the receiver of what was queued with this data; null if there is none any more. */
export type ReceiverOf = (parts: Parts, data: Record<string, unknown>) => Promise<Receiver | null>

/**
 * Returns the signature of a delivery, which proves its sender and its time: HMAC-SHA-256 over the time and the exact
 * bytes of the body. A receiver should refuse a time that is minutes away, and a delivery id that it has had before
 * (T64).
 */
export function signatureOf(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

/** Returns the headers of a delivery. With two secrets it has two signatures, of which a receiver needs to know one. */
export function deliveryHeaders(
  { now, version }: Pick<Parts, 'now' | 'version'>,
  id: string,
  secrets: readonly string[],
  body: string,
): Record<string, string> {
  const timestamp = Math.floor(now() / 1000)
  return {
    'content-type': 'application/json',
    'user-agent': `tocsin/${version}`,
    'tocsin-delivery': id,
    'tocsin-timestamp': String(timestamp),
    'tocsin-signature': secrets.map((secret) => signatureOf(secret, timestamp, body)).join(),
  }
}

type Queued = {
  clientId: number
  /** The address at this time, for whoever reads the table. */
  url: string
  /** By what the receiver is found again: `{ provider: 1 }`. */
  to: Record<string, unknown>
  event: string
  data?: object
}

/** Queues an event for a receiver in the transaction of the change that caused it. It is sent after the commit. */
export async function queueDelivery(
  { parts, tx, locale }: Pick<Context, 'parts' | 'tx' | 'locale'>,
  { clientId, url, to, event, data }: Queued,
): Promise<void> {
  const now = iso(parts.now())
  const id = Buffer.from(parts.random(12)).toString('base64url')
  const payload = { id, event, createdAt: now, data }
  await sql`insert into outbox (created_at, next_attempt_at, channel, recipient, locale, template, data, client_id)
    values (${now}, ${now}, 'webhook', ${url}, ${locale}, ${event},
      ${JSON.stringify({ ...to, payload })}::jsonb, ${clientId})`.execute(tx)
  afterCommit(tx, () => parts.delivery.wake())
}

/**
 * Returns the function that sends a waiting delivery, to its receiver's present address with its present secret; null if
 * there is no such receiver any more. `receiverOf` finds those that are no monitoring providers.
 */
export async function readyDelivery(
  parts: Parts,
  data: Record<string, unknown>,
  receiverOf: ReceiverOf,
): Promise<(() => Promise<void>) | null> {
  const receiver = await ('provider' in data ? providerOf : receiverOf)(parts, data)
  if (!receiver) return null
  const payload = data['payload'] as { id: string }
  const body = JSON.stringify({ ...payload, ...(receiver.data ? { data: receiver.data } : {}) })
  const headers = deliveryHeaders(parts, payload.id, receiver.secrets, body)
  return async () => {
    let answer: string
    try {
      answer = (await parts.outbound.post(receiver.url, body, headers)).text
    } catch (error) {
      if (error instanceof OutboundError) await receiver.heard(error.code, '')
      throw error
    }
    await receiver.heard('DELIVERED', answer)
  }
}

export type Webhook = {
  callback_url: string
  signing_nonce: string
  earlier_nonce: string | null
  earlier_until: string | null
}

/** Returns the secrets that sign what is sent to a provider now: for a day after a renewal the earlier one as well. */
export function secretsOf(parts: Parts, providerId: number, webhook: Omit<Webhook, 'callback_url'>): string[] {
  const { signing_nonce: nonce, earlier_nonce: earlier, earlier_until: until } = webhook
  const both = earlier !== null && until !== null && Date.parse(until) > parts.now() ? [nonce, earlier] : [nonce]
  return both.map((one) => signingSecret(parts, providerId, one))
}

/** A webhook of a monitoring provider that is active. */
const providerOf: ReceiverOf = async (parts, data) => {
  const providerId = Number(data['provider'])
  const { rows } = await withServer(parts.database, (tx) =>
    sql<Webhook>`select callback_url, signing_nonce, earlier_nonce, earlier_until from monitoring_providers
      where id = ${providerId} and provider_type = 'webhook' and active`.execute(tx),
  )
  const [webhook] = rows
  return webhook
    ? {
        url: webhook.callback_url,
        secrets: secretsOf(parts, providerId, webhook),
        heard: (outcome) => withServer(parts.database, (tx) => noteOutcome({ parts, tx }, providerId, outcome)),
      }
    : null
}

/** Notes the outcome of the last push to a provider. */
export async function noteOutcome(
  { parts, tx }: Pick<Context, 'parts' | 'tx'>,
  providerId: number,
  outcome: DeliveryOutcome,
): Promise<void> {
  const delivery = JSON.stringify({ at: iso(parts.now()), outcome })
  await sql`update monitoring_providers set delivery = ${delivery}::jsonb where id = ${providerId}`.execute(tx)
}
