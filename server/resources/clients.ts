import { clients } from '@tocsin/core/resources/clients/index'
import { sql } from 'kysely'
import { writeAudit } from '../audit'
import { DatabaseError } from '../db/database-error'
import { invalid } from '../failures'
import { handle } from '../handlers'
import { queueMail } from '../outbox'

/** With a client come its default project and its first admin, who gets a mail to set a password. */
export const clientHandlers = handle(clients, {
  filters: {
    client: (ids: number[]) => sql`r.id = any (${ids}::int[])`,
  },
  create: async (context, draft, next) => {
    // Its project and its admin have yet to be written.
    if (draft['locked'] === true) throw invalid([{ field: 'locked', key: 'formErrors.readonly' }])
    const client = await next(draft)
    const { tx, parts } = context
    const now = new Date(parts.now()).toISOString()
    await sql`insert into projects (client_id, name, description, is_default, created_at, updated_at)
      values (${client.id}, 'default', 'default', true, ${now}, ${now})`.execute(tx)

    const manager = draft['manager'] as { username: string; email: string; name: string }
    const { rows } = await sql<{ id: number }>`insert into users
        (name, username, email, role, user_type, client_id, created_at, updated_at)
      values (${manager.name.trim()}, ${manager.username.trim()}, ${manager.email.trim()}, 'admin', 'client',
        ${client.id}, ${now}, ${now}) returning id`
      .execute(tx)
      .catch((error: unknown) => {
        if (error instanceof DatabaseError && error.constraint === 'users_username')
          throw invalid([{ field: 'manager.username', key: 'formErrors.taken' }])
        throw error
      })
    const userId = rows[0]?.id ?? 0
    await writeAudit(context, {
      noun: 'users',
      recordId: userId,
      verb: 'create',
      clientId: client.id,
      changes: { username: { before: null, after: manager.username }, role: { before: null, after: 'admin' } },
    })
    await queueMail(context, {
      recipient: manager.email,
      template: 'welcome',
      data: { name: manager.name, username: manager.username },
      clientId: client.id,
    })
    return client
  },
})
