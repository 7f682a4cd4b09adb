import { normalForm } from '@tocsin/core/base/normal-form'
import { filterFields } from '@tocsin/core/vocabulary/filters'
import type { Draft, Field } from '@tocsin/core/vocabulary/resource'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context/context'
import type { ServedResource } from './served-resource'
import type { Condition } from './overrides'
import { pointsTo } from './links'
import { whereOf } from './list-where'
import { isShared } from './shared'
import { scopeCondition } from './tenancy'

/**
 * Escapes `%` and `_`, which are ordinary characters in a search. The normal form includes their full-width forms,
 * which folding makes narrow.
 */
const literal = (text: string) => normalForm(text, 'NFKD').replace(/[\\%_]/g, '\\$&')

/** Returns every condition of a list: the filters of the request, and the actor's scope. */
export function conditions(served: ServedResource, query: Draft, context: Context): Condition[] {
  const { resource, overrides, stored } = served
  const where: Condition[] = []
  const add = (condition: RawBuilder<unknown>, ...columns: string[]) =>
    where.push(columns.length > 0 ? { condition, columns } : { condition })
  const byId = Array.isArray(query['ids'])
  if (byId) add(sql`r.id = any (${query['ids']}::int[])`, 'id')
  if (query['upTo'] !== undefined) add(sql`r.id <= ${query['upTo']}::bigint`, 'id')
  if (typeof query['q'] === 'string') add(containing(served, context, query['q'].trim()))
  const compared = typeof query['where'] === 'string' ? whereOf(served, context, query['where']) : []
  for (const { condition } of compared) add(condition)
  const [on, deletedAt] = [resource.switch, resource.deleted].map((name) => stored.get(name ?? '')?.column)
  // A condition on what hides rows asks for hidden ones too.
  const shows = (filter: string, name: string | undefined) =>
    query[filter] ?? compared.some(({ path }) => path === name)
  if (on !== undefined && shows('showInactive', resource.switch) !== true && !byId) add(sql`${sql.ref(`r.${on}`)}`, on)
  if (deletedAt !== undefined && shows('showDeleted', resource.deleted) !== true)
    add(sql`${sql.ref(`r.${deletedAt}`)} is null`, deletedAt)

  for (const [name, field] of Object.entries(filterFields(resource))) {
    const own = overrides.reads.where?.[name]?.(context, query)
    if (own) where.push(own)
    if (own !== undefined) continue
    const value = query[name] ?? (byId ? undefined : declaredDefault(field))
    const [column, link] = [stored.get(name)?.column, overrides.links?.[name]]
    if (link && Array.isArray(value)) add(pointsTo(link, value as number[]))
    if (value === undefined || column === undefined) continue
    const hidden = served.reveals(name) ? null : isShared(overrides, context.actor)
    // A field that a shared row does not reveal does not tell it from others either.
    if (hidden) add(sql`(not ${hidden} and ${equals(sql.ref(`r.${column}`), value)})`)
    else add(equals(sql.ref(`r.${column}`), value), column)
  }
  const seen = overrides.reads.visible?.(context)
  if (seen) where.push(seen)
  const scope = scopeCondition(served, context)
  if (scope) where.push(scope)
  return where
}

/** Returns the pattern of a LIKE that finds folded texts with a text in them. */
export const patternOf = (text: string): RawBuilder<unknown> => sql`'%' || tocsin_fold(${literal(text)}) || '%'`

/** Returns the condition that a row's search text contains a text; of a shared row only what it reveals counts. */
export function containing(served: ServedResource, { actor }: Context, text: string): RawBuilder<unknown> {
  const pattern = patternOf(text)
  const found = sql`r.id = any (array(select ${served.search}(array[${pattern}])))`
  const hidden = isShared(served.overrides, actor)
  return hidden ? sql`(${found} and (not ${hidden} or tocsin_fold(${sharedText(served)}) like ${pattern}))` : found
}

/** Returns the texts by which a shared row is found: those of its shared fields. */
export const sharedText = ({ stored, overrides }: ServedResource) =>
  sql`concat_ws(' ', ${sql.join(
    (overrides.shared?.fields ?? []).flatMap((name) => {
      const found = stored.get(name)
      if (!found) return []
      const column = sql.ref(`r.${found.column}`)
      if (found.field.type === 'tags') return [sql`tocsin_tags(${column})`]
      return TEXT_LIKE_TYPES.has(found.field.type) ? [column] : []
    }),
  )})`

/**
 * Returns the condition for a value or for one of several. One value is an equality, since only then does an index give
 * the order of the list as well.
 */
function equals(column: RawBuilder<unknown>, value: unknown): RawBuilder<unknown> {
  // A number may be larger than the column can hold, and then equals nothing.
  if (typeof value === 'number') return sql`${column} = ${value}::bigint`
  if (!Array.isArray(value)) return sql`${column} = ${value}`
  return value.length === 1 ? sql`${column} = ${value[0]}` : sql`${column} = any (${value})`
}

const declaredDefault = (field: Field) => (field.default === undefined ? undefined : [field.default])

/** The types of fields that are searched and ordered as text. */
export const TEXT_LIKE_TYPES = new Set(['text', 'longtext', 'url', 'email'])
