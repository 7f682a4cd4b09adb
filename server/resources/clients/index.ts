import { clients } from '@tocsin/core/resources/clients/index'
import { sql } from 'kysely'
import { remembering } from '../../records/audit'
import { invalid } from '../../http/failures'
import { inviteFirstUser } from '../first-user'
import { handle } from '../../records/handlers'

/** Creates a client with its default project and its first admin, who gets a mail to set a password. */
export const clientHandlers = handle(clients, {
  found: { subtitle: sql`r.nickname` },
  filters: {
    client: (ids: number[]) => sql`r.id = any (${ids}::int[])`,
  },
  create: async (context, draft, next) => {
    // Its project and its admin have yet to be written.
    if (draft['locked'] === true) throw invalid([{ field: 'locked', key: 'formErrors.readonly' }])
    const client = await next(draft)
    const now = new Date(context.parts.now()).toISOString()
    await sql`
      with written as (
        insert into projects (client_id, name, description, is_default, created_at, updated_at)
        values (${client.id}, 'default', 'default', true, ${now}, ${now}) returning id, name
      ) ${remembering(
        context,
        { noun: 'projects', verb: 'create', clientId: client.id },
        sql`select id, null::int as site_id,
          jsonb_build_object('name', jsonb_build_object('before', null, 'after', name)) as changes from written`,
      )}`.execute(context.tx)
    const manager = draft['manager'] as { username: string; email: string; name: string }
    await inviteFirstUser(context, { ...manager, userType: 'client', clientId: client.id }, 'manager.username')
    return client
  },
})
