import { sql } from 'kysely'
import { writeAudit } from '../records/audit'
import { DatabaseError } from '../db/database-error'
import { invalid } from '../http/failures'
import type { Context } from '../context/context'
import { queueMail } from '../outbox/outbox'
import { iso } from '../time'

type FirstUser = {
  name: string
  username: string
  email: string
  userType: 'client' | 'monitoring-provider'
  clientId: number
  providerId?: number
}

/**
 * Creates the first admin of a new record in the same transaction, with a mail that says how to set a password.
 * `field` is the form's field of the username. The user is not read back, since the actor need not be allowed to see
 * them.
 */
export async function inviteFirstUser(context: Context, user: FirstUser, field: string): Promise<void> {
  const { tx, parts } = context
  const now = iso(parts.now())
  const [name, username, email] = [user.name.trim(), user.username.trim(), user.email.trim()]
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('users', 'id')) as id`.execute(tx)
  const id = rows[0]?.id ?? 0
  await sql`insert into users
      (id, name, username, email, role, user_type, client_id, monitoring_provider_id, created_at, updated_at)
    values (${id}, ${name}, ${username}, ${email}, 'admin', ${user.userType}, ${user.clientId},
      ${user.providerId ?? null}, ${now}, ${now})`
    .execute(tx)
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.constraint?.startsWith('users_username'))
        throw invalid([{ field, key: 'formErrors.taken' }])
      throw error
    })
  await writeAudit(context, {
    noun: 'users',
    recordId: id,
    verb: 'create',
    clientId: user.clientId,
    changes: { username: { before: null, after: username }, role: { before: null, after: 'admin' } },
  })
  await queueMail(context, {
    recipient: email,
    template: 'welcome',
    data: { name, username },
    clientId: user.clientId,
  })
}
