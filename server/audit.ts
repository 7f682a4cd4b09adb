import type { Draft, Fields } from '@tocsin/core/resource'
import { sql } from 'kysely'
import type { Context } from './handlers'

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

export type AuditEntry = {
  noun: string
  recordId: number
  verb: string
  clientId: number | null
  siteId?: number | null
  changes: Changes
}

/** Writes what happened beside it, in its own transaction: neither is ever there without the other (T22). */
export async function writeAudit(context: Context, entry: AuditEntry): Promise<void> {
  const { actor, tx, requestId, parts } = context
  await sql`insert into audit_events
      (created_at, noun, record_id, verb, client_id, site_id, user_id, username, impersonator_id, impersonator, session_id,
      request_id, changes)
    values (${new Date(parts.now()).toISOString()}, ${entry.noun}, ${entry.recordId}, ${entry.verb}, ${entry.clientId},
      ${entry.siteId ?? null}, ${actor.id}, ${actor.username}, ${actor.impersonator?.id ?? null},
      ${actor.impersonator?.username ?? null}, ${actor.sid}, ${requestId}, ${JSON.stringify(entry.changes)}::jsonb)`.execute(
    tx,
  )
}
