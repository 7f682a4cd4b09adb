import type { ListQuery } from '@tocsin/core/api/client'
import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { interrupted } from '../command-error'
import type { Context } from '../context'
import { namedRows } from '../named-rows'
import { rowWriter, type Layout, type Row } from '../output'

/** The time between two looks for new rows, in ms, and the rows that are shown first. */
const EVERY = 2_000
const FIRST_ROWS = 10

/**
 * The ids before the last one that each look reads again: a row of a slow transaction appears after rows of higher ids.
 * Fewer than a page holds, so that each page has new rows as long as there are any.
 */
const OVERLAP = PAGE_SIZE_MAX / 2

/**
 * Prints the newest rows of a list, the oldest of them first, and then each new one until Ctrl-C. JSON is one object a
 * line: a list of it would end only with the command.
 */
export async function follow(
  context: Context,
  resource: Resource,
  layout: Layout,
  { limit = FIRST_ROWS, ...query }: ListQuery,
): Promise<never> {
  const { io } = context
  const client = await context.client()
  const lines: Layout = { ...layout, format: layout.format === 'json' ? 'ndjson' : layout.format }
  const writer = await rowWriter(lines, io.stdout)
  const seen = new Set<number>()
  let last = 0
  const print = async (rows: readonly Row[]) => {
    const fresh = rows.filter(({ id }) => !seen.has(id as number))
    for (const { id } of fresh) {
      seen.add(id as number)
      last = Math.max(last, id as number)
    }
    await writer.page(await namedRows(context, resource, lines, fresh))
    for (const id of seen) if (id <= last - OVERLAP) seen.delete(id)
  }
  // Rows before the first look are not new, whether they are shown or not.
  const newest = await client.list(resource, { ...query, limit: PAGE_SIZE_MAX, order: 'id DESC' })
  const rows = [...newest.rows].reverse() as Row[]
  for (const { id } of rows.slice(0, Math.max(0, rows.length - limit))) seen.add(id as number)
  await print(rows.slice(-limit))
  last = Math.max(last, ...seen)
  for (;;) {
    await io.pause(EVERY, io.signal)
    if (io.signal.aborted) throw interrupted(io.signal.reason)
    for (;;) {
      const after = Math.max(0, last - OVERLAP)
      const page = await client.list(resource, { ...query, limit: PAGE_SIZE_MAX, order: 'id ASC', after })
      const before = last
      await print(page.rows as Row[])
      if (page.rows.length < PAGE_SIZE_MAX || last === before) break
    }
  }
}
