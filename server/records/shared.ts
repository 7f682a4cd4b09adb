import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import type { Field } from '@tocsin/core/vocabulary/resource'
import { sql, type RawBuilder } from 'kysely'
import { scopeOf, type Actor } from '../context/actor'
import type { AnyHandlers } from './handlers'

/**
 * Whether the row `r` is shared with the asker and not theirs, as SQL: of such a row they see the shared fields and nothing
 * else, since its people, addresses and tokens are its owner's. Null: no row is, for them.
 */
export function isShared({ shared }: AnyHandlers, actor: Actor): RawBuilder<unknown> | null {
  const { kind, clientIds } = scopeOf(actor)
  if (!shared || kind !== 'clients' || clientIds.includes(PROVIDER_CLIENT_ID)) return null
  return shared.rows?.(clientIds) ?? sql`r.client_id = ${PROVIDER_CLIENT_ID}`
}

/** A value that is not told of rows of which `hidden` holds: empty, as the field is where nothing was ever written. */
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
