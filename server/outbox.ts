import { chooseLocale } from '@tocsin/core/i18n'
import { sql } from 'kysely'
import { withServer } from './actor'
import { MINTS } from './auth/minting'
import type { Context } from './handlers'
import { afterCommit } from './db/transaction'
import { mailText, type Template } from './mails'
import type { Parts } from './parts'

const CHANNELS = ['mail', 'sms'] as const
export type Channel = (typeof CHANNELS)[number]
export type Mail = {
  /** Absent: by mail. */
  channel?: Channel
  recipient: string
  template: Template
  data: Record<string, unknown>
  clientId: number | null
  /** Whom it is for, where that is not who asks: it is written in the language that they last signed in with. */
  reader?: number
}

/** A message on its way out; an SMS has no subject. Throws when it could not be handed over. */
export type Send = (message: { channel: Channel; to: string; subject: string; text: string }) => Promise<void>

/** Writes a message to be sent beside what caused it; it leaves once the transaction has. */
export async function queueMail(context: Pick<Context, 'parts' | 'tx' | 'locale'>, mail: Mail): Promise<void> {
  const now = new Date(context.parts.now()).toISOString()
  await sql`insert into outbox (created_at, next_attempt_at, channel, recipient, locale, template, data, client_id)
    values (${now}, ${now}, ${mail.channel ?? 'mail'}, ${mail.recipient},
      coalesce((select locale from users where id = ${mail.reader ?? null}), ${context.locale}), ${mail.template},
      ${JSON.stringify(mail.data)}::jsonb, ${mail.clientId})`.execute(context.tx)
  afterCommit(context.tx, () => context.parts.delivery.wake())
}

type Waiting = {
  id: number
  channel: Channel
  recipient: string
  locale: string
  template: Template
  data: Record<string, unknown>
  attempts: number
}

/** How long one attempt may take before another process may try, and how often it is tried at all. */
const LEASE = 5 * 60_000
const ATTEMPTS = 8

/**
 * Sends what is waiting, oldest first; gives how many left. A message is claimed by one conditional statement, so any number of
 * processes may deliver from one database; nothing is held open while a mail server thinks.
 */
export async function deliverOutbox(
  parts: Parts,
  send: Send,
  publicUrl: string,
  channels: readonly Channel[] = CHANNELS,
): Promise<number> {
  let sent = 0
  for (;;) {
    const message = await claim(parts, channels)
    if (!message) return sent
    const secrets = await (MINTS[message.template]?.(parts, message.data) ?? {})
    if (secrets === null) {
      await settle(parts, message, 'pointless')
      continue
    }
    const { subject, text } = mailText(message.template, chooseLocale(message.locale), {
      ...message.data,
      ...secrets,
      url: publicUrl,
    })
    const refusal = await send({ channel: message.channel, to: message.recipient, subject, text }).then(
      () => null,
      (error: unknown) => refusalOf(error),
    )
    if (refusal === null) sent++
    else parts.log({ level: 'warn', event: `${message.channel}-failed`, count: message.attempts, ...refusal })
    await settle(parts, message, refusal === null ? 'sent' : 'refused')
  }
}

/** Why a message could not be handed over: the kind and the number alone, since texts of servers quote addresses. */
function refusalOf(error: unknown): { code?: string; status?: number } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
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

async function settle(parts: Parts, message: Waiting, outcome: 'sent' | 'refused' | 'pointless'): Promise<void> {
  const now = parts.now()
  const again = iso(now + Math.min(LEASE * 12, 30_000 * 2 ** message.attempts))
  await withServer(parts.database, (tx) =>
    outcome === 'sent'
      ? sql`update outbox set sent_at = ${iso(now)} where id = ${message.id}`.execute(tx)
      : outcome === 'pointless' || message.attempts >= ATTEMPTS
        ? sql`update outbox set failed_at = ${iso(now)} where id = ${message.id}`.execute(tx)
        : sql`update outbox set next_attempt_at = ${again} where id = ${message.id}`.execute(tx),
  )
}

const iso = (time: number) => new Date(time).toISOString()

/**
 * Delivers what waits as soon as it does, until stopped; each channel by itself, one round at a time. Every few seconds
 * it looks unasked: what could not be handed over is tried again, and what another process has written is seen.
 */
export function startDelivery(
  parts: Parts,
  send: Send,
  publicUrl: string,
  every = 3000,
): { stop: () => Promise<void> } {
  const failed = () => parts.log({ level: 'warn', event: 'delivery-failed' })
  const channels = CHANNELS.map((channel) =>
    inRounds(() => deliverOutbox(parts, send, publicUrl, [channel]).catch(failed)),
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

/** Runs something over and over, never twice at once. Woken while it runs, it runs once more; merely looked after, not. */
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
