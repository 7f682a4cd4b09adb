import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import { SORTABLE_TYPES } from '@tocsin/core/vocabulary/kinds'
import type { Dictionary } from '@tocsin/core/vocabulary/messages'
import type { Field } from '@tocsin/core/vocabulary/resource'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context/context'
import { badParameter } from '../http/failures'
import { TEXT_LIKE_TYPES } from './list-conditions'
import type { ServedResource } from './served-resource'
import { isShared } from './shared'
import { withinScope } from './tenancy'

export type ServedResources = ReadonlyMap<string, ServedResource>

/**
 * Returns an order such as `name DESC` as SQL. Its field is one of the declared ones; a reference is ordered by the
 * name that its column shows, a choice by its words in the language of the request. Equal rows are ordered by id, so
 * that paging is stable (A-011).
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
  if (TEXT_LIKE_TYPES.has(found.field.type)) return sql`${found.sql} ${collation} ${way}, r.id ${way}`
  if (found.field.type === 'choice') {
    const ranked = byWords(served, context.locale, path, found.field)
    return sql`array_position(${ranked}::text[], ${found.sql}) ${way}, r.id ${way}`
  }
  const name = found.field.type === 'ref' ? nameOf(resources.get(found.field.of ?? ''), context, found.sql) : null
  return name ? sql`${name} ${collation} ${way}, r.id ${way}` : sql`${found.sql} ${way}, r.id ${way}`
}

/** Returns the choices of a field in the order of their words in a language. */
function byWords({ resource }: ServedResource, wanted: string, path: string, { choices = [] }: Field): string[] {
  const locale = chooseLocale(wanted)
  const inside = (words: Dictionary[string] | undefined, name: string) =>
    typeof words === 'object' ? words[name] : undefined
  const words = path.split('.').reduce(inside, resource.messages[locale].choices)
  const wordOf = (choice: string) => String(inside(words, choice) ?? choice)
  const { compare } = new Intl.Collator(locale)
  return [...choices].sort((one, other) => compare(wordOf(one), wordOf(other)))
}

/**
 * Returns the SQL of a reference's name: the title of the record that it points to, null if the actor does not see that
 * record.
 */
function nameOf(
  target: ServedResource | undefined,
  context: Context,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> | null {
  const title = target?.stored.get(target.resource.title)?.column
  if (!target || title === undefined) return null
  // The scope is a condition on the row `r`. Within these brackets that is the record pointed to, not the listed row.
  return sql`(select named.title from (select r.id, ${sql.ref(`r.${title}`)} as title from ${target.table} r
    where ${withinScope(target, context) ?? sql`true`}) named where named.id = (${id})::int)`
}
