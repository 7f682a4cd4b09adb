import { ApiError } from '@tocsin/core/base/errors'
import type { User } from '@tocsin/core/resources/users/types'
import { sql } from 'kysely'
import type { Actor } from '../context/actor'
import { notFound } from '../http/failures'
import type { Context } from '../context/context'
import type { ActionOutcome } from '../records/overrides'
import { USER_COLUMNS, type UserRow } from './session-actor'
import { beginChildSession } from './sessions'

/**
 * Signs the actor in as a user (USERS-08). The permission and the other conditions were checked before. The session and
 * its event are written in one transaction (T22).
 */
export async function impersonate({ parts, tx, actor }: Context, user: User): Promise<ActionOutcome> {
  const { rows } = await sql<UserRow>`select ${USER_COLUMNS} from users u where u.id = ${user.id}`.execute(tx)
  const [row] = rows
  if (!row) throw notFound()
  return { changes: {}, secret: await beginChildSession(parts, tx, row, actor) }
}

/**
 * Throws ApiError 403 if the actor is signed in as somebody else. Callers use it for changes to the user's proofs of
 * identity (password, e-mail, phone, verification methods), for signing anybody in, and for any access that would
 * outlive the impersonation: another user's password or mailbox, or a user who manages users (T21).
 */
export function refuseWhileImpersonating(actor: Actor): void {
  if (actor.impersonator) throw new ApiError({ status: 403, code: 'SIGNED_IN_AS' })
}
