import { clients } from '@tocsin/core/resources/clients/index'
import { sql } from 'kysely'
import { auditStatement } from '../../records/audit'
import { invalid } from '../../http/failures'
import { inviteFirstUser } from '../first-user'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import type { Client } from '@tocsin/core/resources/clients/types'
import type { Save, Saved } from '../../records/save'
import { defineOverrides } from '../../records/overrides'
import { iso } from '../../time'

export const clientsOverrides = defineOverrides(clients, {
  reads: {
    searchable: { subtitle: sql`r.nickname` },
    where: {
      client: (_context, { client: ids }) => (ids ? { condition: sql`r.id = any (${ids}::int[])` } : null),
    },
  },
  writes: { create },
})

/** Creates a client, its default project and its first admin, who gets a mail to set a password. */
async function create(save: Save<Client>, draft: Draft): Promise<Saved<Client>> {
  // A new client cannot be locked: the lock would refuse the project and the admin that are inserted below.
  if (draft['locked'] === true) throw invalid([{ field: 'locked', key: 'formErrors.readonly' }])
  const saved = await save.history(await save.store(await save.new(draft)))
  const client = saved.record
  const now = iso(save.parts.now())
  await sql`
      with written as (
        insert into projects (client_id, name, description, is_default, created_at, updated_at)
        values (${client.id}, 'default', 'default', true, ${now}, ${now}) returning id, name
      ) ${auditStatement(
        save,
        { noun: 'projects', verb: 'create', clientId: client.id },
        sql`select id, null::int as site_id,
          jsonb_build_object('name', jsonb_build_object('before', null, 'after', name)) as changes from written`,
      )}`.execute(save.tx)
  const manager = draft['manager'] as { username: string; email: string; name: string }
  await inviteFirstUser(save, { ...manager, userType: 'client', clientId: client.id }, 'manager.username')
  return saved
}
