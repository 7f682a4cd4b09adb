import { sql } from 'kysely'
import type { Changes } from '../context/context'
import type { Tx } from '../db/transaction'
import type { Parts } from '../context/parts'
import { iso } from '../time'
import type { Origin } from './requester'
import { RECORDED_FAILURES, take } from './limits'

/**
 * The number of characters that name a network in the history and the log: 72 bits of a digest under the server's own
 * key.
 */
const SHOWN = 12

/**
 * Returns the name of a network for readers of the history and the log. It is the same each time, and does not reveal
 * the address.
 */
export const networkName = ({ tokens }: Parts, network: string): string =>
  tokens.digest('history-network', network).slice(0, SHOWN)

/** The ways in which somebody proves, or fails to prove, their identity. */
export type Method = 'password' | 'code' | 'link' | 'terminal' | 'reset-code' | 'first-root' | 'current-password'

type SignInVerb = 'signIn' | 'signInFailed' | 'signInLocked' | 'signOut' | 'refreshReused'

/** Events in the history of a user that change nothing of the record. */
export const NO_CHANGES: readonly string[] = [
  ...(['signIn', 'signInFailed', 'signInLocked', 'signOut', 'refreshReused'] satisfies SignInVerb[]),
  'endSessions',
  'loginAs',
  'signInLink',
]

/** The user whom an event is about. */
export type Subject = { id: number; username: string; client_id: number | null; site_id: number | null }

export async function readSubject(tx: Tx, userId: number): Promise<Subject | null> {
  const { rows } = await sql<Subject>`select id, username, client_id, site_id from users where id = ${userId}`.execute(
    tx,
  )
  return rows[0] ?? null
}

export type SignInEvent = {
  verb: SignInVerb
  /** Null if nobody has the name that was tried. */
  user: Subject | null
  /** The session of the event. Its holder acted, except in `refreshReused`. */
  sid?: string
  /** The person who acted while signed in as the user, if it was not the user. */
  impersonator?: { id: number; username: string } | null
  origin: Origin
  facts?: Record<string, string | number>
}

const asChanges = (facts: Record<string, string | number>): Changes =>
  Object.fromEntries(Object.entries(facts).map(([name, after]) => [name, { before: null, after }]))

/** Returns the changes by which an event records its origin. */
export const networkFacts = (parts: Parts, { agent, network }: Pick<Origin, 'agent' | 'network'>): Changes =>
  asChanges({ agent, network: networkName(parts, network) })

/**
 * Writes an attempt to prove an identity, successful or not, into the history. It never contains the typed name: an
 * unknown one may be a password in the wrong field. The event of an unknown name belongs to no client and to no user,
 * and only staff can read it.
 */
export async function writeSignInEvent(parts: Parts, tx: Tx, event: SignInEvent): Promise<void> {
  const { verb, user, sid, impersonator, origin, facts } = event
  const changes = { ...asChanges(facts ?? {}), ...networkFacts(parts, origin) }
  const acted = sid !== undefined && verb !== 'refreshReused'
  await sql`insert into audit_events (created_at, noun, record_id, verb, client_id, site_id, user_id, username,
      impersonator_id, impersonator, session_id, request_id, changes)
    values (${iso(parts.now())}, 'users', ${user?.id ?? 0}, ${verb}, ${user?.client_id ?? null},
      ${user?.site_id ?? null}, ${acted ? (user?.id ?? null) : null}, ${user?.username ?? null},
      ${impersonator?.id ?? null}, ${impersonator?.username ?? null}, ${sid ?? null}, ${origin.requestId},
      ${JSON.stringify(changes)}::jsonb)`.execute(tx)
}

/** A failed try: the user, the method, the origin. */
export type Failure = { user: Subject | null; method: Method; origin: Origin; sid?: string }

/**
 * Writes a failure into the history, up to an hourly number for each user and one for all unknown names. An unknown
 * name costs the same statements as a known one (T34). `failures` is the number of failures in a row. `locks` is what
 * has to wait after this one; the lock of a network belongs to no user.
 */
export async function writeFailure(
  parts: Parts,
  tx: Tx,
  { method, user, ...failure }: Failure,
  { locks, failures }: { locks?: 'account' | 'network'; failures?: number } = {},
): Promise<void> {
  const verb = locks ? 'signInLocked' : 'signInFailed'
  const whose = locks === 'network' ? null : user
  const subject = locks === 'network' ? locks : String(whose?.id ?? 0)
  if ((await take({ parts, tx }, verb, subject, RECORDED_FAILURES)) > 0) return
  const facts = { method, ...(failures === undefined ? {} : { failures }) }
  await writeSignInEvent(parts, tx, { ...failure, user: whose, verb, facts })
}
