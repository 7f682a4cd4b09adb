import type { Around } from '../navigation/neighbours'
import type { RowSource } from './row-source'

/** As far as anybody steps from a record to the next without coming back to the list. */
const REACH = 100

/** The rows on both sides of one, as far as they are loaded without a gap: the record's page goes on to them. */
export function aroundRow(noun: string, source: RowSource, index: number, total: number): Around {
  let first = index
  while (first > Math.max(0, index - REACH) && source.at(first - 1)) first--
  const ids: number[] = []
  for (let at = first; at <= index + REACH; at++) {
    const row = source.at(at)
    if (!row) break
    ids.push(row.id)
  }
  return { noun, ids, first, total }
}
