import type { Draft, Fields } from '@tocsin/core/resource'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from './handlers'
import { iso } from './time'

export type Changes = Record<string, { before: unknown; after: unknown }>

const MASK = '***'

/** What differs between two states of a record, per field; secrets only as having changed. */
export function differences(fields: Fields, before: Draft | null, after: Draft | null): Changes {
  const changes: Changes = {}
  for (const [name, field] of Object.entries(fields)) {
    if (name === 'version' || name === 'updatedAt' || name === 'createdAt' || name === 'id') continue
    const was = before?.[name] ?? null
    const is = after?.[name] ?? null
    if (same(was, is)) continue
    changes[name] = field.secret ? { before: MASK, after: MASK } : { before: was, after: is }
  }
  return changes
}

/** Equal as JSON, whatever the order of keys. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => same((one as Draft)[key] ?? null, (other as Draft)[key] ?? null))
}

/** What happened to some records of one noun. */
export type Event = { noun: string; verb: string; clientId: number | null }
export type AuditEntry = Event & { recordId: number; siteId?: number | null; changes: Changes }

/**
 * The statement by which it is remembered who did this to records, which `records` selects as `id`, `site_id` and `changes`,
 * in the order in which they are to stand.
 */
export function remembering(context: Context, { noun, verb, clientId }: Event, records: RawBuilder<unknown>) {
  const { actor, requestId, parts } = context
  return sql`insert into audit_events (created_at, noun, record_id, verb, client_id, site_id, user_id, username,
      impersonator_id, impersonator, session_id, request_id, changes)
    select ${iso(parts.now())}, ${noun}, id, ${verb}, ${clientId}, site_id, ${actor.id},
      ${actor.username}, ${actor.impersonator?.id ?? null}, ${actor.impersonator?.username ?? null}, ${actor.sid},
      ${requestId}, changes from (${records}) records`
}

/** Writes what happened beside it, in its own transaction: neither is ever there without the other (T22). */
export async function writeAudits(
  context: Context,
  event: Event,
  records: readonly Omit<AuditEntry, keyof Event>[],
): Promise<void> {
  if (records.length === 0) return
  const rows = records.map(({ recordId, siteId = null, changes }) => ({ id: recordId, site_id: siteId, changes }))
  await remembering(
    context,
    event,
    sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id int, site_id int, changes jsonb)`,
  ).execute(context.tx)
}

export const writeAudit = (context: Context, { recordId, siteId = null, changes, ...event }: AuditEntry) =>
  writeAudits(context, event, [{ recordId, siteId, changes }])
