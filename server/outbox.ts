import { sql } from 'kysely'
import type { Context } from './handlers'

export type Mail = { recipient: string; template: 'welcome'; data: Record<string, unknown>; clientId: number | null }

/** Writes a message to be sent beside what caused it; it leaves once the transaction has. */
export async function queueMail(context: Context, mail: Mail): Promise<void> {
  const now = new Date(context.parts.now()).toISOString()
  await sql`insert into outbox (created_at, next_attempt_at, channel, recipient, locale, template, data, client_id)
    values (${now}, ${now}, 'mail', ${mail.recipient}, ${context.locale}, ${mail.template},
      ${JSON.stringify(mail.data)}::jsonb, ${mail.clientId})`.execute(context.tx)
}
