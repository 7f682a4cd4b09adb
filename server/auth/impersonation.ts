import { ApiError } from '@tocsin/core/base/errors'
import type { User } from '@tocsin/core/resources/users/types'
import { sql } from 'kysely'
import type { Actor } from '../context/actor'
import { notFound } from '../http/failures'
import type { Context } from '../context/context'
import type { ActionOutcome } from '../records/handlers'
import { beginChildSession, USER_COLUMNS, type UserRow } from './sessions'

/**
 * Signs the asker in as a user (USERS-08); whether they may was asked before, by the action's permission and its reasons.
 * The session and the event that tells of it are written in one transaction (T22).
 */
export async function impersonate({ parts, tx, actor }: Context, user: User): Promise<ActionOutcome> {
  const { rows } = await sql<UserRow>`select ${USER_COLUMNS} from users u where u.id = ${user.id}`.execute(tx)
  const [row] = rows
  if (!row) throw notFound()
  return { changes: {}, secret: await beginChildSession(parts, tx, row, actor) }
}

/**
 * Keeps whoever is signed in as somebody else from what proves who that is (password, e-mail, phone, verification
 * methods), from signing anybody in, and from what gives a way in that outlives the impersonation: the password or the
 * mailbox of another user, a user who manages users (T21). Throws ApiError 403.
 */
export function refuseWhileImpersonating(actor: Actor): void {
  if (actor.impersonator) throw new ApiError({ status: 403, code: 'SIGNED_IN_AS' })
}
