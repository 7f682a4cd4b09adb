import { clients } from '@tocsin/core/resources/clients/index'
import { sql } from 'kysely'
import { invalid } from '../failures'
import { inviteFirstUser } from '../first-user'
import { handle } from '../handlers'

/** With a client come its default project and its first admin, who gets a mail to set a password. */
export const clientHandlers = handle(clients, {
  filters: {
    client: (ids: number[]) => sql`r.id = any (${ids}::int[])`,
  },
  evenLocked: ['lock', 'unlock'],
  create: async (context, draft, next) => {
    // Its project and its admin have yet to be written.
    if (draft['locked'] === true) throw invalid([{ field: 'locked', key: 'formErrors.readonly' }])
    const client = await next(draft)
    const now = new Date(context.parts.now()).toISOString()
    await sql`insert into projects (client_id, name, description, is_default, created_at, updated_at)
      values (${client.id}, 'default', 'default', true, ${now}, ${now})`.execute(context.tx)
    const manager = draft['manager'] as { username: string; email: string; name: string }
    await inviteFirstUser(context, { ...manager, userType: 'client', clientId: client.id }, 'manager.username')
    return client
  },
})
