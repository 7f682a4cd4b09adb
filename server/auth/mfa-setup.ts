import { MFA_METHODS, type MfaMethod } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { setupAddress, setupCode, setupPassword } from '@tocsin/core/api/profile'
import type { Draft, Fields } from '@tocsin/core/vocabulary/resource'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { required } from '@tocsin/core/vocabulary/rules'
import { canonical, check } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import { differences, writeAudit } from '../records/audit'
import { invalid } from '../http/failures'
import type { Context } from '../context/context'
import type { ReauthContext } from '../records/overrides'
import { readCode } from '../codes/code-text'
import type { Guess } from './one-time-codes'
import { guessSetupCode, pendingAddress, sendSetupCode, storePendingAddress } from './setup-codes'
import { ownerOfSetup, setupToken, type Owner } from './setup-tokens'
import { disabling, notifyOwner } from './notify-owner'
import { iso } from '../time'

/** The user who sets up their own verification. */
export type Setter = Omit<Context, 'tx'> & ReauthContext

const SELECTION = {
  mfaMethod: { type: 'choice', choices: MFA_METHODS, rules: [required()] },
  disable: { type: 'boolean' },
} as const satisfies Fields

/** Runs a step of the setter under the token. It runs with the server's rights, since no user may read codes. */
const step = <T>(setter: Setter, body: Draft, run: (context: Context, owner: Owner) => Promise<T>): Promise<T> =>
  withServer(setter.parts.database, async (tx) =>
    run({ ...setter, tx }, await ownerOfSetup(setter.parts, tx, setter.actor, body['token'])),
  )

/** Returns the fields of a step without its token. */
function read(fields: Fields, { token: _, ...given }: Draft): Draft {
  const problems = check(fields, given)
  if (problems.length > 0) throw invalid(problems)
  return canonical(fields, given)
}

/** Step 1: returns the token in exchange for the current password (MFA-11). */
export async function authorize(setter: Setter, body: Draft): Promise<{ token: string }> {
  read(setupPassword, body)
  return { token: await setupToken(setter, body['password']) }
}

/** Step 2: takes the address to be verified. The earlier one stays in force until it is (MFA-14). */
export const nameAddress = (setter: Setter, body: Draft): Promise<object> =>
  step(setter, body, async (context, owner) => {
    const method = isEmpty(body['phone']) ? 'email' : 'phone'
    const { [method]: address } = read(setupAddress[method], body)
    await storePendingAddress(context, owner.id, method, String(address))
    return {}
  })

/** Step 3: sends a code to the address of step 2, or to the user's present one (MFA-16, A-026). */
export const sendCode = (setter: Setter, method: MfaMethod, body: Draft): Promise<{ sentTo: MfaMethod }> =>
  step(setter, body, async (context, owner) => {
    const { [method]: address } = read(setupAddress[method], body)
    const named = await pendingAddress(context, owner.id, method)
    if (address !== owner[method] && !(named?.unexpired && named.destination === address))
      throw invalid([{ field: method, key: 'formErrors.notAnnounced' }])
    await sendSetupCode(context, owner, method, String(address))
    return { sentTo: method }
  })

const refusedCode = (reason?: 'late' | 'proved' | 'spent' | 'address') =>
  new ApiError({
    status: 400,
    code: 'VERIFICATION_INVALID_CODE',
    ...(reason ? { details: { reason: `verification.${reason}` } } : {}),
  })
const REASONS: Record<Exclude<Guess, 'right'>, Parameters<typeof refusedCode>[0]> = {
  wrong: undefined,
  late: 'late',
  used: 'proved',
  spent: 'spent',
}

/** Step 4: takes the code, which makes the address that it was sent to the user's, and no other (MFA-18, T31). */
export async function verify(setter: Setter, method: MfaMethod, body: Draft): Promise<void> {
  // A refusal is returned, not thrown: a rollback would lose the count of the guess.
  const refusal = await step(setter, body, async (context, owner) => {
    // The address is needed only if it is new.
    const given = read({ ...setupCode, [method]: { type: method } }, body)
    const code = readCode(String(given['code']))
    const waiting = await pendingAddress(context, owner.id, method)
    if (waiting && waiting.destination !== (given[method] ?? owner[method])) return refusedCode('address')
    if (!waiting || code === null) return refusedCode()
    const guessed = await guessSetupCode(context, owner.id, waiting.id, code)
    if (guessed !== 'right') return refusedCode(REASONS[guessed])
    await takeAddress(context, owner, method, waiting.destination)
    return null
  })
  if (refusal) throw refusal
}

async function takeAddress(context: Context, owner: Owner, method: MfaMethod, address: string): Promise<void> {
  const { parts, tx } = context
  const now = iso(parts.now())
  await (method === 'email'
    ? sql`update users set email = ${address}, email_verified = true, version = version + 1, updated_at = ${now}
        where id = ${owner.id}`.execute(tx)
    : sql`update users set phone = ${address}, phone_verified = true, version = version + 1, updated_at = ${now}
        where id = ${owner.id}`.execute(tx))
  const wasVerified = method === 'email' ? owner.email_verified : owner.phone_verified
  await record(context, owner, `verify-${method}`, {
    [method]: [owner[method], address],
    [`${method}Verified`]: [wasVerified, true],
  })
  if (owner[method] === address) return
  // Codes and links sent to the former address become void.
  await sql`delete from password_resets where user_id = ${owner.id}`.execute(tx)
  await sql`delete from one_time_codes where user_id = ${owner.id} and purpose <> 'mfa-setup'`.execute(tx)
  await notifyOwner(context, owner, method === 'email' ? 'email-changed' : 'phone-changed')
}

/** Enables a verified method, or disables a method (MFA-20). */
export const select = (setter: Setter, body: Draft): Promise<void> =>
  step(setter, body, async (context, owner) => {
    const { mfaMethod: method, disable } = read(SELECTION, body) as { mfaMethod: MfaMethod; disable?: boolean | null }
    const isProved = method === 'email' ? owner.email_verified : owner.phone_verified && owner.phone !== null
    if (!disable && !isProved) throw invalid([{ field: 'mfaMethod', key: 'formErrors.notVerified' }])
    const methods = MFA_METHODS.filter((one) => (one === method ? !disable : owner.mfa_method.includes(one)))
    if (methods.length === owner.mfa_method.length) return
    await sql`update users set mfa_method = ${JSON.stringify(methods)}::jsonb, version = version + 1,
      updated_at = ${iso(context.parts.now())} where id = ${owner.id}`.execute(context.tx)
    await record(context, owner, disable ? 'disable-mfa' : 'enable-mfa', { mfaMethod: [owner.mfa_method, methods] })
    await notifyOwner(context, owner, disable ? disabling(methods) : 'method-enabled', methods)
  })

type Before = Record<string, readonly [before: unknown, after: unknown]>

async function record(context: Context, owner: Owner, verb: string, changes: Before): Promise<void> {
  const fields: Fields = Object.fromEntries(Object.keys(changes).map((name) => [name, { type: 'json' }]))
  const side = (index: 0 | 1) => Object.fromEntries(Object.entries(changes).map(([name, pair]) => [name, pair[index]]))
  await writeAudit(context, {
    noun: 'users',
    recordId: owner.id,
    verb,
    clientId: owner.client_id,
    changes: differences(fields, side(0), side(1)),
  })
}
