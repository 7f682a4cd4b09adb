import { newMobilePassword } from '@tocsin/core/vocabulary/password'
import type { Draft, Fields } from '@tocsin/core/vocabulary/resource'
import { canonical, check } from '@tocsin/core/vocabulary/validate'
import { mobileUsers } from '@tocsin/core/resources/mobile-users/index'
import { sql } from 'kysely'
import { RESET_PAUSE, RESET_REQUESTS, RESETS_OF_NAME, RESETS_OF_NETWORK, takeAll, tooMany } from '../attempts/limits'
import type { Requester } from '../attempts/requester'
import { networkFacts } from '../attempts/sign-in-events'
import { resetOf, spent } from '../auth/password-reset'
import { isOpenMobileReset, markMobileResetUsed } from '../codes/stored-mobile-resets'
import { withServer } from '../context/actor'
import type { Parts } from '../context/parts'
import type { Tx } from '../db/transaction'
import { invalid, refuseProblems } from '../http/failures'
import { queueMail } from '../outbox/outbox'
import { writeVisitorAudit } from '../records/audit'
import { iso } from '../time'

/** The ways to name the mobile user who has forgotten the password. A request has one of them. */
export const RESTORED_BY = { email: { type: 'email' }, phone: { type: 'phone' } } as const satisfies Fields

/** The recipient for an unknown address. Its message is queued and never sent. */
const NOBODY = { id: 0, to: '' }

/**
 * Sends a link that sets a new password to the e-mail or the phone in the request. The answer and the work are the same
 * for everybody: the message to an unknown address is queued as well, and its delivery finds no recipient (T35).
 */
export async function requestMobileReset(parts: Parts, body: Draft, requester: Requester): Promise<Draft> {
  refuseProblems(check(RESTORED_BY, body))
  const given = canonical(RESTORED_BY, body) as { email?: string | null; phone?: string | null }
  const { email, phone } = { email: null, phone: null, ...given }
  const address = email ?? phone
  if (address === null) throw invalid([{ field: 'email', key: 'formErrors.required' }])
  if (email !== null && phone !== null) throw invalid([{ field: 'phone', key: 'resources.mobile-users.oneAddress' }])
  const known = address.toLowerCase()
  const { network, locale } = requester
  const who = JSON.stringify([known, network])
  await withServer(parts.database, async (tx) => {
    const wait = await takeAll({ parts, tx }, [
      ['mobile-resets-of-network', network, RESETS_OF_NETWORK],
      ['mobile-reset-requests', who, RESET_REQUESTS],
      ['mobile-reset-pause', who, RESET_PAUSE],
      ['mobile-resets-of-address', known, RESETS_OF_NAME],
    ])
    if (wait > 0) throw tooMany('reset', wait)
    const { rows } = await sql<typeof NOBODY>`select id, ${email === null ? sql`phone` : sql`email`} as to
      from mobile_users where active and ${email === null ? sql`phone = ${phone}` : sql`lower(email) = ${known}`}
      order by id limit 1`.execute(tx)
    const { id, to } = rows[0] ?? NOBODY
    await queueMail(
      { parts, tx, locale },
      {
        channel: email === null ? 'sms' : 'mail',
        recipient: to,
        template: email === null ? 'mobile-reset-link-sms' : 'mobile-reset-link',
        data: { mobileUser: id, to },
        clientId: null,
      },
    )
  })
  return {}
}

/**
 * Sets the password of a mobile user with the token of a link, once. Every token of their phones ends (A-148). The rules
 * are the three of A-037: nothing refuses a common password.
 */
export async function setMobilePassword(
  parts: Parts,
  token: string,
  body: Draft,
  requester: Requester,
): Promise<Draft> {
  const { userId, id } = await resetOf(parts, 'mobile-reset', token)
  refuseProblems(check(newMobilePassword, body))
  // The reset is checked before the work of hashing, and once more by the statement that takes it.
  const isOpen = await withServer(parts.database, (tx) => isOpenMobileReset(parts, tx, userId, id), { readOnly: true })
  if (!isOpen) throw spent()
  const hash = await parts.passwords.hash(String(body['password']))
  await withServer(parts.database, async (tx) => {
    if (!(await markMobileResetUsed(parts, tx, userId, id))) throw spent()
    await storePassword(parts, tx, { userId, hash, requester })
  })
  return {}
}

async function storePassword(
  parts: Parts,
  tx: Tx,
  { userId, hash, requester }: { userId: number; hash: string; requester: Requester },
): Promise<void> {
  const now = iso(parts.now())
  await sql`insert into mobile_passwords (mobile_user_id, password_hash, updated_at) values (${userId}, ${hash}, ${now})
    on conflict (mobile_user_id) do update set password_hash = excluded.password_hash, updated_at = excluded.updated_at`.execute(
    tx,
  )
  const { rows } = await sql<{ name: string; email: string | null }>`update mobile_users
    set token_generation = token_generation + 1, version = version + 1, updated_at = ${now}
    where id = ${userId} returning name, email`.execute(tx)
  const [user] = rows
  if (!user) throw spent()
  await writeVisitorAudit(
    { parts, tx, requestId: requester.requestId },
    { kind: 'link' },
    {
      noun: mobileUsers.name,
      recordId: userId,
      verb: 'reset-password',
      clientId: null,
      changes: { password: { before: '***', after: '***' }, ...networkFacts(parts, requester) },
    },
  )
  if (user.email === null) return
  await queueMail(
    { parts, tx, locale: requester.locale },
    { recipient: user.email, template: 'mobile-password-changed', data: { name: user.name }, clientId: null },
  )
}
