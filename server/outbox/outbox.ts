import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import { SECRET_MAKERS } from '../codes/minting'
import type { Context } from '../context/context'
import { afterCommit } from '../db/transaction'
import { mailText, type Template } from './mails'
import { OutboundError } from '../outbound/outbound'
import type { Parts } from '../context/parts'
import { readyDelivery, type ReceiverOf } from './webhooks'
import { iso } from '../time'

const CHANNELS = ['mail', 'sms', 'webhook'] as const
type Channel = (typeof CHANNELS)[number]
/** The channels of a message to a person. A webhook gets data instead. */
type Letter = Exclude<Channel, 'webhook'>
export type Mail = {
  /** By mail if absent. */
  channel?: Letter
  recipient: string
  template: Template
  data: Record<string, unknown>
  clientId: number | null
  /** The reader, if it is not the actor. The message is then in the language in which they last signed in. */
  reader?: number
}

/** Sends a message; an SMS has no subject. Throws if the next server does not accept it. */
export type Send = (message: { channel: Letter; to: string; subject: string; text: string }) => Promise<void>

/** Queues a message in the transaction of the change that caused it. It is sent after the commit. */
export async function queueMail(context: Pick<Context, 'parts' | 'tx' | 'locale'>, mail: Mail): Promise<void> {
  const now = iso(context.parts.now())
  await sql`insert into outbox (created_at, next_attempt_at, channel, recipient, locale, template, data, client_id)
    values (${now}, ${now}, ${mail.channel ?? 'mail'}, ${mail.recipient},
      coalesce((select locale from users where id = ${mail.reader ?? null}), ${context.locale}), ${mail.template},
      ${JSON.stringify(mail.data)}::jsonb, ${mail.clientId})`.execute(context.tx)
  afterCommit(context.tx, () => context.parts.delivery.wake())
}

/** Finds no receiver besides monitoring providers. */
const nobody: ReceiverOf = async () => null

type Waiting = {
  id: number
  channel: Channel
  recipient: string
  locale: string
  template: Template
  data: Record<string, unknown>
  attempts: number
}

/** The time after which another process may try, in ms, and the number of attempts. */
const LEASE = 5 * 60_000
const ATTEMPTS = 8

/**
 * Sends the waiting messages, oldest first, and returns the number of those sent. A message is claimed by one
 * conditional statement, so that any number of processes may deliver from one database. No transaction is open while a
 * mail server is waited for.
 */
export async function deliverOutbox(
  parts: Parts,
  send: Send,
  publicUrl: string,
  { channels = CHANNELS, receiverOf = nobody }: { channels?: readonly Channel[]; receiverOf?: ReceiverOf } = {},
): Promise<number> {
  let sent = 0
  for (;;) {
    const message = await claim(parts, channels)
    if (!message) return sent
    const handOver = await ready(parts, message, { send, url: publicUrl, receiverOf })
    if (handOver === null) {
      await settle(parts, message, 'obsolete')
      continue
    }
    const refusal = await handOver().then(
      () => null,
      (error: unknown) => refusalOf(error),
    )
    if (refusal === null) sent++
    else parts.log({ level: 'warn', event: `${message.channel}-failed`, count: message.attempts, ...refusal })
    await settle(parts, message, refusal === null ? 'sent' : 'refused')
  }
}

/** Returns the function that sends a message, whose secret is created now; null if the message is no longer due. */
async function ready(
  parts: Parts,
  { channel, recipient, locale, template, data }: Waiting,
  { send, url, receiverOf }: { send: Send; url: string; receiverOf: ReceiverOf },
): Promise<(() => Promise<void>) | null> {
  if (channel === 'webhook') return readyDelivery(parts, data, receiverOf)
  const secrets = await (SECRET_MAKERS[template]?.(parts, data) ?? {})
  if (secrets === null) return null
  const { subject, text } = mailText(template, chooseLocale(locale), { ...data, ...secrets, url })
  return () => send({ channel, to: recipient, subject, text })
}

type Refusal = { code?: unknown; responseCode?: unknown }

/**
 * Returns the reason of a failed delivery for the log: its code and status alone, since the texts of servers quote
 * addresses.
 */
function refusalOf(error: unknown): { code?: string; status?: number } {
  const { code, responseCode = error instanceof OutboundError ? error.status : undefined } = error as Refusal
  return {
    ...(typeof code === 'string' && /^[A-Z_]{2,40}$/.test(code) ? { code } : {}),
    ...(typeof responseCode === 'number' ? { status: responseCode } : {}),
  }
}

async function claim(parts: Parts, channels: readonly Channel[]): Promise<Waiting | undefined> {
  const now = parts.now()
  const { rows } = await withServer(parts.database, (tx) =>
    sql<Waiting>`update outbox set attempts = attempts + 1, next_attempt_at = ${iso(now + LEASE)}
      where id = (select id from outbox where channel = any(${channels}::text[]) and sent_at is null and failed_at is null and next_attempt_at <= ${iso(now)}
        order by id limit 1 for update skip locked)
      returning id, channel, recipient, locale, template, data, attempts`.execute(tx),
  )
  return rows[0]
}

async function settle(parts: Parts, message: Waiting, outcome: 'sent' | 'refused' | 'obsolete'): Promise<void> {
  const now = parts.now()
  const again = iso(now + Math.min(LEASE * 12, 30_000 * 2 ** message.attempts))
  await withServer(parts.database, (tx) =>
    outcome === 'sent'
      ? sql`update outbox set sent_at = ${iso(now)} where id = ${message.id}`.execute(tx)
      : outcome === 'obsolete' || message.attempts >= ATTEMPTS
        ? sql`update outbox set failed_at = ${iso(now)} where id = ${message.id}`.execute(tx)
        : sql`update outbox set next_attempt_at = ${again} where id = ${message.id}`.execute(tx),
  )
}

/**
 * Delivers waiting messages at once, until stopped. Each channel works on its own, one round at a time. Every few
 * seconds it also checks by itself, which retries failed messages and finds those of other processes.
 */
export function startDelivery(
  parts: Parts,
  send: Send | undefined,
  publicUrl: string,
  { every = 3000, receiverOf = nobody }: { every?: number; receiverOf?: ReceiverOf } = {},
): { stop: () => Promise<void> } {
  const failed = () => parts.log({ level: 'warn', event: 'delivery-failed' })
  const letters = send ?? (() => Promise.reject(new Error('no way out')))
  // Without a sender messages wait. Webhooks need only the network.
  const open = send ? CHANNELS : (['webhook'] as const)
  const channels = open.map((channel) =>
    inRounds(() => deliverOutbox(parts, letters, publicUrl, { channels: [channel], receiverOf }).catch(failed)),
  )
  parts.delivery.wake = () => channels.forEach(({ wake }) => wake())
  const timer = setInterval(() => channels.forEach(({ look }) => look()), every)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(channels.map(({ stop }) => stop()))
    },
  }
}

/**
 * Runs `run` in rounds, never twice at once. A `wake` during a round starts another one afterwards; a `look` does not.
 */
function inRounds(run: () => Promise<unknown>) {
  let round: Promise<unknown> | undefined
  let again = false
  let stopped = false
  const wake = () => {
    if (stopped) return
    again = round !== undefined
    round ??= run().finally(() => {
      round = undefined
      if (again) wake()
    })
  }
  return {
    wake,
    look: () => round === undefined && wake(),
    stop: async () => {
      stopped = true
      await round
    },
  }
}
