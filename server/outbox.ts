import { chooseLocale } from '@tocsin/core/i18n'
import { sql } from 'kysely'
import { withServer } from './actor'
import { MINTS } from './auth/minting'
import type { Context } from './handlers'
import { mailText, type Template } from './mails'
import type { Parts } from './parts'

export type Channel = 'mail' | 'sms'
export type Mail = {
  /** Absent: by mail. */
  channel?: Channel
  recipient: string
  template: Template
  data: Record<string, unknown>
  clientId: number | null
}

/** A message on its way out; an SMS has no subject. Throws when it could not be handed over. */
export type Send = (message: { channel: Channel; to: string; subject: string; text: string }) => Promise<void>

/** Writes a message to be sent beside what caused it; it leaves once the transaction has. */
export async function queueMail(context: Pick<Context, 'parts' | 'tx' | 'locale'>, mail: Mail): Promise<void> {
  const now = new Date(context.parts.now()).toISOString()
  await sql`insert into outbox (created_at, next_attempt_at, channel, recipient, locale, template, data, client_id)
    values (${now}, ${now}, ${mail.channel ?? 'mail'}, ${mail.recipient}, ${context.locale}, ${mail.template},
      ${JSON.stringify(mail.data)}::jsonb, ${mail.clientId})`.execute(context.tx)
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
export async function deliverOutbox(parts: Parts, send: Send, publicUrl: string): Promise<number> {
  let sent = 0
  for (;;) {
    const message = await claim(parts)
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
    const { channel, recipient: to } = message
    const outcome = await send({ channel, to, subject, text }).then(
      () => 'sent' as const,
      () => 'refused' as const,
    )
    if (outcome === 'sent') sent++
    else parts.log({ level: 'warn', event: `${channel}-failed`, count: message.attempts })
    await settle(parts, message, outcome)
  }
}

async function claim(parts: Parts): Promise<Waiting | undefined> {
  const now = parts.now()
  const { rows } = await withServer(parts.database, (tx) =>
    sql<Waiting>`update outbox set attempts = attempts + 1, next_attempt_at = ${iso(now + LEASE)}
      where id = (select id from outbox where sent_at is null and failed_at is null and next_attempt_at <= ${iso(now)}
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

/** Delivers every few seconds until stopped; one round at a time. */
export function startDelivery(
  parts: Parts,
  send: Send,
  publicUrl: string,
  every = 3000,
): { stop: () => Promise<void> } {
  let round: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    round = deliverOutbox(parts, send, publicUrl)
      .catch(() => parts.log({ level: 'warn', event: 'delivery-failed' }))
      .finally(() => {
        busy = false
      })
  }, every)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await round
    },
  }
}
