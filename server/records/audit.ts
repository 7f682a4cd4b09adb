import { same } from '@tocsin/core/base/same'
import type { Draft, Field, Fields } from '@tocsin/core/vocabulary/resource'
import { valueThatDiffers } from '@tocsin/core/vocabulary/value-differences'
import { sql, type RawBuilder } from 'kysely'
import type { Changes, Context } from '../context/context'
import { iso } from '../time'

const MASK = '***'

/**
 * Returns the fields that differ between two states of a record, and of a long value the parts that differ, by path. Of a
 * secret it only shows that it changed.
 */
export function differences(fields: Fields, before: Draft | null, after: Draft | null): Changes {
  const changes: Changes = {}
  for (const [name, field] of Object.entries(fields)) {
    if (name === 'version' || name === 'updatedAt' || name === 'createdAt' || name === 'id') continue
    const was = before?.[name] ?? null
    const is = after?.[name] ?? null
    if (same(was, is)) continue
    if (field.secret) changes[name] = { before: MASK, after: MASK }
    else
      Object.assign(
        changes,
        isShort(was) && isShort(is)
          ? { [name]: { before: was, after: is } }
          : partsOf(name, field, was, is, after ?? before),
      )
  }
  return changes
}

/** Returns the parts of a long value that differ, by path; both sides of the whole value where these parts are too many. */
function partsOf(name: string, field: Field, was: unknown, is: unknown, record: Draft | null): Changes {
  const parts = valueThatDiffers(field, was, is, name, record ?? {}).map(
    ({ path, before, after }) => [path, shortened(before, after)] as const,
  )
  return JSON.stringify(parts).length <= MOST ? Object.fromEntries(parts) : { [name]: shortened(was, is) }
}

/**
 * The number of characters of a value that the history stores as a whole, of all parts of a longer one that differ, and of
 * the text before the first difference.
 */
const KEPT = 2_000
const MOST = 65_536
const CONTEXT = 40

/**
 * Returns both sides of a change. Long ones begin shortly before their first difference: the history is for reading,
 * not for restoring.
 */
export function shortened(before: unknown, after: unknown): Changes[string] {
  if (isShort(before) && isShort(after)) return { before, after }
  const was = asText(before)
  const is = asText(after)
  let alike = 0
  while (alike < was.length && was.charCodeAt(alike) === is.charCodeAt(alike)) alike++
  const from = Math.max(0, alike - CONTEXT)
  const part = (value: unknown, text: string) =>
    value === null
      ? null
      : `${from > 0 ? '…' : ''}${text.slice(from, from + KEPT)}${text.length > from + KEPT ? '…' : ''}`.toWellFormed()
  return { before: part(before, was), after: part(after, is) }
}

const isShort = (value: unknown): boolean => asText(value).length <= KEPT

const asText = (value: unknown): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** An event that happened to some records of one resource. */
export type Event = { noun: string; verb: string; clientId: number | null }
export type AuditEntry = Event & { recordId: number; siteId?: number | null; changes: Changes }

/** The context of a write into the history. */
type Writing = Omit<Context, 'locale'>

/**
 * Returns the statement that writes into the history who did this to records. `records` selects the records as `id`,
 * `site_id` and `changes`, in the order of their events.
 */
export function auditStatement(context: Writing, { noun, verb, clientId }: Event, records: RawBuilder<unknown>) {
  const { actor, requestId, parts } = context
  const { program, impersonator, token } = actor
  // A program is no user: the name is that of its token. A token of a user is told beside them.
  const told = program
    ? sql`changes || ${JSON.stringify(asFacts({ actor: 'program', token: actor.name }))}::jsonb`
    : token
      ? sql`changes || ${JSON.stringify(asFacts({ token: token.name }))}::jsonb`
      : sql`changes`
  return sql`insert into audit_events (created_at, noun, record_id, verb, client_id, site_id, user_id, username,
      impersonator_id, impersonator, session_id, request_id, changes)
    select ${iso(parts.now())}, ${noun}, id, ${verb}, ${clientId}, site_id, ${program ? null : actor.id}::int,
      ${program ? null : actor.username}, ${impersonator?.id ?? null}, ${impersonator?.username ?? null},
      ${program ? null : actor.sid}, ${requestId}, ${told} from (${records}) records`
}

/** Writes events in the transaction of the change itself, so that neither exists without the other (T22). */
export async function writeAudits(
  context: Writing,
  event: Event,
  records: readonly Omit<AuditEntry, keyof Event>[],
): Promise<void> {
  if (records.length === 0) return
  const rows = records.map(({ recordId, siteId = null, changes }) => ({ id: recordId, site_id: siteId, changes }))
  await auditStatement(
    context,
    event,
    sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id int, site_id int, changes jsonb)`,
  ).execute(context.tx)
}

export const writeAudit = (context: Writing, { recordId, siteId = null, changes, ...event }: AuditEntry) =>
  writeAudits(context, event, [{ recordId, siteId, changes }])

/** Returns who acted without an account, as the history tells it among the changes. */
const asFacts = (facts: Record<string, unknown>): Changes =>
  Object.fromEntries(Object.entries(facts).map(([name, after]) => [name, { before: null, after }]))

/** An actor without an account: the phone of a mobile profile, the bearer of a link (K6), or a registration handler. */
export type Visitor =
  | {
      kind: 'phone'
      /** Null where the profile is told nowhere. */
      profileId: number | null
    }
  | { kind: 'link' | 'handler' }

/** Writes what a visitor did into the history, which names no user then. */
export async function writeVisitorAudit(
  { parts, tx, requestId }: Pick<Context, 'parts' | 'tx' | 'requestId'>,
  visitor: Visitor,
  { noun, verb, clientId, recordId, siteId = null, changes }: AuditEntry,
): Promise<void> {
  const profile = visitor.kind === 'phone' ? visitor.profileId : null
  const facts = { actor: visitor.kind, ...(profile === null ? {} : { profile }) }
  const told = asFacts(facts)
  await sql`insert into audit_events (created_at, noun, record_id, verb, client_id, site_id, request_id, changes)
    values (${iso(parts.now())}, ${noun}, ${recordId}, ${verb}, ${clientId}, ${siteId}, ${requestId},
      ${JSON.stringify({ ...changes, ...told })}::jsonb)`.execute(tx)
}
