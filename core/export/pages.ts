import type { Client, ListQuery } from '../api/client'
import type { Resource } from '../vocabulary/resource'

/** A page of an export: the text to append, and the rows so far. */
export type ExportPage = { text: string; done: number; total: number }

/** Thrown if rows were added or removed during an export and shifted its pages: the file would have gaps. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super('CHANGED_MEANWHILE')
    this.name = 'ChangedMeanwhile'
  }
}

type Row = Record<string, unknown> & { id: number }

type Parts = {
  client: Pick<Client, 'list'>
  resource: Resource
  query: ListQuery
  perPage: number
  /** The beginning of the file. */
  head: string
  line: (row: Row) => string
  /** Runs before a page is written: it loads further data for the lines. */
  ready?: ((rows: readonly Row[]) => Promise<void>) | undefined
  /** Runs before a file without rows is yielded. It may throw the reason that there are none. */
  whenEmpty?: (() => Promise<void>) | undefined
  signal?: AbortSignal | undefined
}

/** The order in which added or removed rows shift no other row. */
const BY_ID = 'id ASC'

/**
 * Yields every row as the text of a file, a page at a time. Yields nothing before the first page has been read,
 * so that a refusal leaves no file behind. By id each page begins after the last row. In any other order rows that are
 * added or removed shift the pages. Throws ApiError, and ChangedMeanwhile.
 */
export async function* exportPages(parts: Parts): AsyncGenerator<ExportPage> {
  const { client, resource, query, perPage, line, ready, whenEmpty, signal } = parts
  const byId = query.order === BY_ID
  let { head } = parts
  let first: number | undefined
  let last: number | undefined
  let done = 0
  const seen = new Set<number>()
  for (let page = 0; ; page++) {
    const where = byId ? { page: 0, after: last } : { page }
    const { rows, total } = await client.list(resource, { ...query, ...where, perPage }, signal)
    if (rows.length === 0 && done === 0) await whenEmpty?.()
    done += rows.length
    last = rows.at(-1)?.id ?? last
    // By id only a page that is not full is the last one. Rows that were read may have been deleted since, which lowers
    // the total.
    const isLast = rows.length < perPage || (!byId && done >= total)
    if (!byId) for (const row of rows) seen.add(row.id)
    if (!byId && (total !== (first ??= total) || seen.size !== done)) throw new ChangedMeanwhile()
    if (isLast && done !== total && (!byId || page === 0)) throw new ChangedMeanwhile()
    await ready?.(rows as Row[])
    yield { text: head + (rows as Row[]).map(line).join(''), done, total: isLast ? done : Math.max(done, total) }
    head = ''
    if (isLast) return
  }
}
