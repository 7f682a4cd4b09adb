import { PAGE_SIZE, PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { filterFields } from '@tocsin/core/command-line/commands'
import { ApiError } from '@tocsin/core/base/errors'
import { LIMITS, MAX_ID, SORTABLE_TYPES } from '@tocsin/core/vocabulary/kinds'
import { hasLongRun, normalForm } from '@tocsin/core/base/normal-form'
import { clientFieldOf, type Draft, type Field, type Fields } from '@tocsin/core/vocabulary/resource'
import { sql, type RawBuilder } from 'kysely'
import { badParameter } from '../http/failures'
import type { Context, Row } from '../context/context'
import type { Condition } from './serve'
import { foldSpelling, readJson, recordOf, refuseKey } from '../http/input'
import type { ServedNoun } from './nouns'
import { isShared } from './shared'
import { filterOf, keptCount, type Total } from './row-counts'
import { scopeCondition, withinScope } from './tenancy'

/**
 * The largest page in bytes, as the database counts them: five hundred rows of 16 kB. A row is never larger than a
 * body, so that one alone can always be had.
 */
const LARGEST = 8_388_608

/** The parameters of every list; `page` and `perPage` are the data layer's words for the same (A-010). */
const EVERY_LIST: Fields = {
  limit: { type: 'integer' },
  offset: { type: 'integer' },
  page: { type: 'integer' },
  perPage: { type: 'integer' },
  order: { type: 'text' },
  sort: { type: 'text' },
  q: { type: 'text' },
  ids: { type: 'refs' },
  /** Rows behind this id, for clients that walk by id: no depth is slow. Wants the order by id. */
  after: { type: 'integer' },
}

/** Returns one query parameter as its field's value. Throws ApiError 400 naming the parameter. */
function parameter(name: string, field: Field, text: string): unknown {
  switch (field.type) {
    case 'integer': {
      if (!/^\d{1,10}$/.test(text)) throw badParameter(name)
      return Number(text)
    }
    case 'boolean':
      if (text === 'true' || text === '1') return true
      if (text === 'false' || text === '0' || text === '') return false
      throw badParameter(name)
    case 'ref':
    case 'refs': {
      if (text === '') return []
      const ids = text.split(',').map((part) => part.trim())
      if (ids.length > PAGE_SIZE_MAX || ids.some((id) => !/^\d{1,10}$/.test(id) || Number(id) > MAX_ID))
        throw badParameter(name)
      return ids.map(Number)
    }
    case 'choice': {
      const choices = text.split(',')
      if (choices.some((choice) => !field.choices?.includes(choice))) throw badParameter(name)
      return choices
    }
    default:
      return textParameter(name, text)
  }
}

/** Returns a text of a query string; refuses one longer than stored texts or with characters they cannot hold. */
export function textParameter(name: string, text: string): string {
  if (text.length > LIMITS.text || text.includes('\u0000') || !text.isWellFormed() || hasLongRun(text))
    throw badParameter(name)
  return text
}

/**
 * Returns the query with the contents of `filter` among its own parameters, since the data layer puts all filters there
 * (A-010). In a query of clients, `ClientId` becomes their filter `client` (API-30).
 */
function withFilters(noun: ServedNoun, { filter, ...query }: Record<string, unknown>): Record<string, unknown> {
  const own = clientFieldOf(noun.resource) === 'id' ? 'client' : undefined
  const all: [string, unknown][] = [...Object.entries(query), ...(filter === undefined ? [] : filtersIn(filter))]
  const merged: Record<string, unknown> = {}
  for (const [given, value] of all) {
    refuseKey(given)
    const name = own && /^clientid$/i.test(given) ? own : given
    if (Object.hasOwn(merged, name) && merged[name] !== value)
      throw new ApiError({ status: 400, code: 'CONFLICTING_VALUES', details: { key: name.slice(0, 100) } })
    merged[name] = value
  }
  return merged
}

/** Reads a filter as parameters: a JSON object, lists with commas as in a query string, or a text to search for. */
function filtersIn(filter: unknown): [string, unknown][] {
  if (typeof filter !== 'string') throw badParameter('filter')
  if (!filter.trimStart().startsWith('{')) return [['q', filter]]
  let filters: Draft
  try {
    filters = recordOf(readJson(filter))
  } catch {
    throw badParameter('filter')
  }
  return Object.entries(filters)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const isPlain = (one: unknown) => ['string', 'number', 'boolean'].includes(typeof one)
      if (!(Array.isArray(value) ? value.every(isPlain) : isPlain(value))) throw badParameter(name)
      return [name, String(value)]
    })
}

/** Reads the query string as values; an unknown parameter is refused: a filter ignored in silence shows too much. */
export function readQuery(noun: ServedNoun, query: Record<string, unknown>): Draft {
  const filters = filterFields(noun.resource)
  const known = new Map(Object.entries({ ...EVERY_LIST, ...filters }))
  if (noun.resource.unsearched) known.delete('q')
  const values: Draft = {}
  for (const [name, text] of Object.entries(foldSpelling(withFilters(noun, query), known))) {
    const field = known.get(name)
    if (!field) throw badParameter(name, 'UNKNOWN_PARAMETER')
    if (typeof text !== 'string') throw badParameter(name) // given twice
    // An empty filter narrows nothing; but no ids are no rows.
    if (text !== '' || name === 'ids') values[name] = parameter(name, field, text)
  }
  return values
}

/** `%` and `_` in a search are characters like any other, also in the full width that folding makes narrow. */
const literal = (text: string) => normalForm(text, 'NFKD').replace(/[\\%_]/g, '\\$&')

/** Returns every condition of a list: the filters that were asked for, and the asker's scope. */
function conditions(noun: ServedNoun, query: Draft, context: Context): Condition[] {
  const { resource, served, stored } = noun
  const where: Condition[] = []
  const add = (condition: RawBuilder<unknown>, ...columns: string[]) =>
    where.push(columns.length > 0 ? { condition, columns } : { condition })
  const byId = Array.isArray(query['ids'])
  if (byId) add(sql`r.id = any (${query['ids']}::int[])`, 'id')
  if (typeof query['q'] === 'string') {
    const pattern = sql`'%' || tocsin_fold(${literal(query['q'].trim())}) || '%'`
    add(sql`r.id = any (array(select ${noun.search}(${pattern})))`)
    const hidden = isShared(served, context.actor)
    if (hidden) add(sql`(not ${hidden} or tocsin_fold(${sharedText(noun)}) like ${pattern})`)
  }
  const [on, deletedAt] = [resource.switch, resource.deleted].map((name) => stored.get(name ?? '')?.column)
  if (on !== undefined && query['showInactive'] !== true && !byId) add(sql`${sql.ref(`r.${on}`)}`, on)
  if (deletedAt !== undefined && query['showDeleted'] !== true)
    add(sql`${sql.ref(`r.${deletedAt}`)} is null`, deletedAt)

  for (const [name, field] of Object.entries(filterFields(resource))) {
    const own = served.reads.where?.[name]?.(context, query)
    if (own) where.push(own)
    if (own !== undefined) continue
    const value = query[name] ?? (byId ? undefined : declaredDefault(field))
    const column = stored.get(name)?.column
    if (value !== undefined && column) add(equals(sql.ref(`r.${column}`), value), column)
  }
  const seen = served.reads.visible?.(context)
  if (seen) where.push(seen)
  const scope = scopeCondition(noun, context)
  if (scope) where.push(scope)
  return where
}

/** The texts by which a shared row is found: those of its shared fields. */
const sharedText = ({ stored, served }: ServedNoun) =>
  sql`concat_ws(' ', ${sql.join(
    (served.shared?.fields ?? []).flatMap((name) => {
      const found = stored.get(name)
      return found && AS_TEXT.has(found.field.type) ? [sql.ref(`r.${found.column}`)] : []
    }),
  )})`

/** Returns one value as an equality and not as a list of one: only then does an index give its order too. */
function equals(column: RawBuilder<unknown>, value: unknown): RawBuilder<unknown> {
  // A number may be larger than the column holds, and then equals nothing.
  if (typeof value === 'number') return sql`${column} = ${value}::bigint`
  if (!Array.isArray(value)) return sql`${column} = ${value}`
  return value.length === 1 ? sql`${column} = ${value[0]}` : sql`${column} = any (${value})`
}

const declaredDefault = (field: Field) => (field.default === undefined ? undefined : [field.default])

const AS_TEXT = new Set(['text', 'longtext', 'url', 'email'])

type Nouns = ReadonlyMap<string, ServedNoun>

/** `name DESC` as SQL over a whitelisted field, a reference by the name that its column shows; ties by id, so that paging is stable (A-011). */
function ordering(nouns: Nouns, noun: ServedNoun, context: Context, order: string): RawBuilder<unknown> {
  const [path = '', direction = 'ASC', ...rest] = order.trim().split(/\s+/)
  const upper = direction.toUpperCase()
  const found = noun.expression(path, isShared(noun.served, context.actor))
  if (rest.length > 0 || (upper !== 'ASC' && upper !== 'DESC') || !found || !SORTABLE_TYPES.has(found.field.type))
    throw badParameter('order')
  const way = upper === 'DESC' ? sql`desc` : sql`asc`
  if (path === 'id') return sql`r.id ${way}`
  const collation = sql`collate "und-x-icu"`
  if (AS_TEXT.has(found.field.type)) return sql`${found.sql} ${collation} ${way}, r.id ${way}`
  const name = found.field.type === 'ref' ? nameOf(nouns.get(found.field.of ?? ''), context, found.sql) : null
  return name ? sql`${name} ${collation} ${way}, r.id ${way}` : sql`${found.sql} ${way}, r.id ${way}`
}

/** Returns a reference's name: the title of the record it points to, where the asker sees that record; else null. */
function nameOf(target: ServedNoun | undefined, context: Context, id: RawBuilder<unknown>): RawBuilder<unknown> | null {
  const title = target?.stored.get(target.resource.title)?.column
  if (!target || title === undefined) return null
  // The scope speaks of the row `r`, which is the listed one everywhere but within these brackets.
  return sql`(select named.title from (select r.id, ${sql.ref(`r.${title}`)} as title from ${target.table} r
    where ${withinScope(target, context) ?? sql`true`}) named where named.id = ${id})`
}

/** Returns a page of a noun and the number of rows in all. */
export async function listRows(
  nouns: Nouns,
  noun: ServedNoun,
  context: Context,
  query: Draft,
): Promise<{ rows: Row[]; total: number }> {
  const limit = Number(query['limit'] ?? query['perPage'] ?? PAGE_SIZE)
  if (limit < 1 || limit > PAGE_SIZE_MAX) throw badParameter(query['limit'] === undefined ? 'perPage' : 'limit')
  const offset = Number(query['offset'] ?? Number(query['page'] ?? 0) * limit)
  const order = String(query['order'] ?? query['sort'] ?? noun.resource.order ?? 'id ASC')
  const ordered = ordering(
    nouns,
    noun,
    context,
    query['after'] === undefined ? order : String(query['order'] ?? 'id ASC'),
  )
  if (query['after'] !== undefined && query['order'] !== undefined && query['order'] !== 'id ASC')
    throw badParameter('after')

  const where = conditions(noun, query, context)
  // The start of a page narrows no list: the total is that of all its pages, whichever way they are walked.
  const { after } = query
  const filter = filterOf(after === undefined ? where : [...where, { condition: sql`r.id > ${after}::bigint` }])
  // The page is found first and completed afterwards: joined names and codes are worked out for its rows alone, not for
  // the thousands before it. A search counts its hits as it finds them; every other total is a query of its own, since
  // then the page need not wait for all of it.
  const searching = query['q'] !== undefined && after === undefined
  // Records read by their ids are read whole (API-16), unless the query says otherwise.
  const whole = query['withContent'] ?? query['ids'] !== undefined
  const selection = (whole ? noun.selection : noun.listed)(isShared(noun.served, context.actor))
  const total = searching ? sql`, count(*) over () as total` : sql``
  const rowsShown = sql`select ${selection} ${searching ? sql`, shown.total as "total()"` : sql``} from
    (select r.id ${total} from ${noun.table} r ${filter} order by ${ordered} limit ${limit} offset ${offset}) shown
    join ${noun.table} r on r.id = shown.id order by ${ordered}`
  // Only the first row of a page that is too large leaves the database.
  const page = sql<Row>`select * from (select page.*, row_number() over () as "row()",
      sum(octet_length(page::text)) over () as "bytes()" from (${rowsShown}) page) measured
    where "bytes()" <= ${LARGEST} or "row()" = 1 order by "row()"`
  const kept = searching ? null : keptCount(noun, context, where)
  const [{ rows }, sum] = await Promise.all([page.execute(context.tx), kept?.execute(context.tx)])
  const found = rows[0]?.['total()']
  const bytes = Number(rows[0]?.['bytes()'] ?? 0)
  if (bytes > LARGEST && limit > 1)
    throw new ApiError({
      status: 400,
      code: 'ANSWER_TOO_LARGE',
      details: { max: LARGEST, limit: Math.max(1, Math.floor((limit * LARGEST) / bytes)) },
    })
  for (const row of rows) for (const name of ['total()', 'row()', 'bytes()']) delete row[name]
  if (typeof found === 'number') return { rows, total: found }
  // A page that is not full is the last one, and gives the total itself.
  if (after === undefined && rows.length < limit && (rows.length > 0 || offset === 0))
    return { rows, total: offset + rows.length }
  const counted =
    sum ?? (await sql<Total>`select count(*) as total from ${noun.table} r ${filterOf(where)}`.execute(context.tx))
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns one record in the viewer's scope; `forUpdate` holds it until the transaction ends. */
export async function findRow(
  noun: ServedNoun,
  context: Context,
  id: number,
  options: { forUpdate?: boolean } = {},
): Promise<Row | undefined> {
  const seen = noun.served.reads.visible?.(context)?.condition ?? sql`true`
  const which = sql`${noun.table} r where r.id = ${id} and ${withinScope(noun, context) ?? sql`true`} and ${seen}`
  if (options.forUpdate) {
    const held = await sql`select from ${which} for update of r`.execute(context.tx)
    if (held.rows.length === 0) return undefined
  }
  // Read only once the row is held: values computed from other tables are as of the statement's begin.
  const { rows } = await sql<Row>`select ${noun.selection(isShared(noun.served, context.actor))} from ${which}`.execute(
    context.tx,
  )
  return rows[0]
}
