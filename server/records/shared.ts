import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import type { Field } from '@tocsin/core/vocabulary/resource'
import { sql, type RawBuilder } from 'kysely'
import { scopeOf, type Actor } from '../context/actor'
import type { AnyOverrides } from './overrides'

/**
 * Returns the SQL condition that the row `r` is shared with the actor and not their own; null if no row is. Of such a
 * row they see only the shared fields: its people, addresses and tokens are for its owner.
 */
export function isShared({ shared }: AnyOverrides, actor: Actor): RawBuilder<unknown> | null {
  const { kind, clientIds } = scopeOf(actor)
  if (!shared || kind !== 'clients') return null
  if (shared.rows) return shared.rows(clientIds)
  return clientIds.includes(PROVIDER_CLIENT_ID) ? null : sql`r.client_id = ${PROVIDER_CLIENT_ID}`
}

/** Returns the SQL of a value that is empty, as if never written, in rows for which `hidden` holds. */
export function unlessHidden(
  value: RawBuilder<unknown>,
  { type, default: preset }: Field,
  hidden: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const empty =
    type === 'list'
      ? sql`'[]'::jsonb`
      : type === 'boolean'
        ? sql`false`
        : type === 'group' && preset !== undefined
          ? sql`'{}'::jsonb`
          : sql`null`
  return sql`case when ${hidden} then ${empty} else ${value} end`
}
