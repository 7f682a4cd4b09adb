import { SORTABLE_TYPES } from '@tocsin/core/vocabulary/kinds'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context/context'
import { badParameter } from '../http/failures'
import { AS_TEXT } from './list-conditions'
import type { ServedResource } from './served-resource'
import { isShared } from './shared'
import { withinScope } from './tenancy'

export type ServedResources = ReadonlyMap<string, ServedResource>

/**
 * `name DESC` as SQL over a whitelisted field, a reference by the name that its column shows; ties by id, so that
 * paging is stable (A-011).
 */
export function ordering(
  resources: ServedResources,
  served: ServedResource,
  context: Context,
  order: string,
): RawBuilder<unknown> {
  const [path = '', direction = 'ASC', ...rest] = order.trim().split(/\s+/)
  const upper = direction.toUpperCase()
  const found = served.expression(path, isShared(served.overrides, context.actor))
  if (rest.length > 0 || (upper !== 'ASC' && upper !== 'DESC') || !found || !SORTABLE_TYPES.has(found.field.type))
    throw badParameter('order')
  const way = upper === 'DESC' ? sql`desc` : sql`asc`
  if (path === 'id') return sql`r.id ${way}`
  const collation = sql`collate "und-x-icu"`
  if (AS_TEXT.has(found.field.type)) return sql`${found.sql} ${collation} ${way}, r.id ${way}`
  const name = found.field.type === 'ref' ? nameOf(resources.get(found.field.of ?? ''), context, found.sql) : null
  return name ? sql`${name} ${collation} ${way}, r.id ${way}` : sql`${found.sql} ${way}, r.id ${way}`
}

/** Returns a reference's name: the title of the record it points to, where the asker sees that record; else null. */
function nameOf(
  target: ServedResource | undefined,
  context: Context,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> | null {
  const title = target?.stored.get(target.resource.title)?.column
  if (!target || title === undefined) return null
  // The scope speaks of the row `r`, which is the listed one everywhere but within these brackets.
  return sql`(select named.title from (select r.id, ${sql.ref(`r.${title}`)} as title from ${target.table} r
    where ${withinScope(target, context) ?? sql`true`}) named where named.id = ${id})`
}
