import { PAGE_SIZE, PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context, Row } from '../context/context'
import { badParameter } from '../http/failures'
import { conditions } from './list-conditions'
import { ordering, type ServedResources } from './list-order'
import type { ServedResource } from './served-resource'
import { filterOf, keptCount, type Total } from './row-counts'
import { isShared } from './shared'

/**
 * The largest page in bytes, as the database counts them: five hundred rows of 16 kB. One row alone always fits, since
 * it is no larger than a body.
 */
const LARGEST = 8_388_608

/** Returns a page of a resource and the number of rows in all. */
export async function listRows(
  resources: ServedResources,
  served: ServedResource,
  context: Context,
  query: Draft,
): Promise<{ rows: Row[]; total: number }> {
  const limit = Number(query['limit'] ?? query['perPage'] ?? PAGE_SIZE)
  if (limit < 1 || limit > PAGE_SIZE_MAX) throw badParameter(query['limit'] === undefined ? 'perPage' : 'limit')
  const offset = Number(query['offset'] ?? Number(query['page'] ?? 0) * limit)
  const given = query['order'] ?? query['sort']
  if (query['after'] !== undefined && given !== undefined && given !== 'id ASC') throw badParameter('after')
  const byDefault = query['after'] === undefined ? served.resource.order : undefined
  const ordered = ordering(resources, served, context, String(given ?? byDefault ?? 'id ASC'))

  const where = conditions(served, query, context)
  // `after` selects a page and does not narrow the list: the total is that of all pages.
  const { after } = query
  const filter = filterOf(after === undefined ? where : [...where, { condition: sql`r.id > ${after}::bigint` }])
  // The ids of the page are found first, so that names and codes from other tables are computed for its rows alone, and
  // not for the thousands before it. A search counts its hits in the same query. Every other total is a query of its
  // own, so that the page need not wait for the count.
  const searching = query['q'] !== undefined && after === undefined
  // Records that are read by their ids have all their fields (API-16), unless the query says otherwise.
  const isListed = (filter: string) => Boolean(query[filter] ?? query['ids'] !== undefined)
  const selection = served.selection(isShared(served.overrides, context.actor), isListed)
  const total = searching ? sql`, count(*) over () as total` : sql``
  const rowsShown = sql`select ${selection} ${searching ? sql`, shown.total as "total()"` : sql``} from
    (select r.id ${total} from ${served.table} r ${filter} order by ${ordered} limit ${limit} offset ${offset}) shown
    join ${served.table} r on r.id = shown.id order by ${ordered}`
  // Only the first row of a page that is too large leaves the database.
  const page = sql<Row>`select * from (select page.*, row_number() over () as "row()",
      sum(octet_length(page::text)) over () as "bytes()" from (${rowsShown}) page) measured
    where "bytes()" <= ${LARGEST} or "row()" = 1 order by "row()"`
  const kept = searching ? null : keptCount(served, context, where)
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
  // A page that is not full is the last one, which gives the total.
  if (after === undefined && rows.length < limit && (rows.length > 0 || offset === 0))
    return { rows, total: offset + rows.length }
  const counted =
    sum ?? (await sql<Total>`select count(*) as total from ${served.table} r ${filterOf(where)}`.execute(context.tx))
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
