import { sql } from 'kysely'
import type { Changes } from '../context/context'
import type { Tx } from '../db/transaction'
import type { Parts } from '../context/parts'
import { iso } from '../time'
import type { Origin } from './asker'
import { FAILURES_TOLD, take } from './limits'

/** Characters that name a network in the history and the log: 72 bits of a digest under the server's own key. */
const SHOWN = 12

/** Names a network to readers of the history or the log: the same each time, and never leading back to an address. */
export const networkName = ({ tokens }: Parts, network: string): string =>
  tokens.digest('history-network', network).slice(0, SHOWN)

/** The ways in which somebody proves, or fails to prove, their identity. */
export type Method = 'password' | 'code' | 'link' | 'reset-code' | 'first-root' | 'current-password'

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
  /** Null where nobody has the name that was tried. */
  user: Subject | null
  /** The session that it is about; its holder is the one who acted. */
  sid?: string
  /** The person who really acted, where the session is one of somebody signed in as the user. */
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
 * Writes an attempt to prove an identity, successful or not, into the history. Never the typed name: an unknown one may
 * be a password in the wrong field. The event of one belongs to no client and to no user, and staff alone read it.
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
 * Writes a failure into the history, up to the hourly number of one user, or of nobody. An unknown name costs the same
 * statements as a known one (T34). `failures` is their number in a row, `locks` what has to wait after this one: a
 * whole network is nobody's account.
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
  if ((await take({ parts, tx }, verb, subject, FAILURES_TOLD)) > 0) return
  const facts = { method, ...(failures === undefined ? {} : { failures }) }
  await writeSignInEvent(parts, tx, { ...failure, user: whose, verb, facts })
}
