import { sql } from 'kysely'
import type { Scope } from '../../db/scope'
import type { Condition } from '../../records/overrides'

/**
 * Returns the condition for the templates that users of clients see: those of their clients, public ones, and one that a
 * token opens. Undefined for other scopes.
 */
export const templatesSeen = ({ kind, clientIds, templateId = null }: Scope): Condition | undefined =>
  kind === 'clients' && clientIds.length > 0
    ? {
        condition: sql`(r.client_id = any (${clientIds}::int[]) or r.visibility = 'public' or r.id = ${templateId}::int)`,
      }
    : undefined
