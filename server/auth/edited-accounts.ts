import { same } from '@tocsin/core/base/same'
import { MFA_METHODS } from '@tocsin/core/base/constants'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { users } from '@tocsin/core/resources/users/index'
import type { User } from '@tocsin/core/resources/users/types'
import { canonical } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import type { Context } from '../context/context'
import { disabling, notifyOwner } from './notify-owner'

/**
 * Saves an edit of another user's account with `save`. A changed address gets no more codes, because its owner has not
 * verified it. The owner is notified at the earlier address.
 */
export async function editAccount<T>(context: Context, user: User, changes: Draft, save: () => Promise<T>): Promise<T> {
  const given = canonical(users.fields, changes)
  const moved = MFA_METHODS.filter((method) => given[method] !== undefined && !same(given[method], user[method]))
  const left = user.mfaMethod.filter((method) => !moved.includes(method))
  if (moved.length > 0)
    await sql`update users set mfa_method = ${JSON.stringify(left)}::jsonb,
      email_verified = email_verified and not ${moved.includes('email')}::boolean,
      phone_verified = phone_verified and not ${moved.includes('phone')}::boolean where id = ${user.id}`.execute(
      context.tx,
    )
  const saved = await save()
  const owner = { ...user, client_id: user.ClientId }
  for (const method of moved) await notifyOwner(context, owner, `${method}-changed`)
  if (left.length < user.mfaMethod.length) await notifyOwner(context, owner, disabling(left), left)
  if (typeof changes['password'] === 'string') await notifyOwner(context, owner, 'password-changed')
  return saved
}
