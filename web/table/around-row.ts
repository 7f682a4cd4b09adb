import type { Around } from '../navigation/neighbours'
import type { RowSource } from './row-source'

/** The number of rows returned on either side of the opened row. */
const REACH = 100

/** Returns the ids around a row, as far as they are loaded without a gap: the record's page steps through them. */
export function aroundRow(resource: string, source: RowSource, index: number, total: number): Around {
  let first = index
  while (first > Math.max(0, index - REACH) && source.at(first - 1)) first--
  const ids: number[] = []
  for (let at = first; at <= index + REACH; at++) {
    const row = source.at(at)
    if (!row) break
    ids.push(row.id)
  }
  return { resource, ids, first, total }
}
