import type { Context, Row } from '../context/context'
import { forbidden, notFound } from '../http/failures'
import { findRow } from './list'
import type { ServedNoun } from './nouns'

/** Completes a record that was read with the fields that SQL alone cannot say. */
export function answered({ served: { reads } }: ServedNoun, context: Context, row: Row): Row {
  if (!reads.answered) return row
  return {
    ...row,
    ...Object.fromEntries(Object.entries(reads.answered).map(([name, of]) => [name, of(row, context)])),
  }
}

/** Returns the record as answered, or 404: one that exists elsewhere is no different from a missing one (T01). */
export async function load(noun: ServedNoun, context: Context, id: number, forUpdate: boolean): Promise<Row> {
  const row = await findRow(noun, context, id, { forUpdate })
  // A record that the asker sees and may not change is forbidden, not missing.
  if (!row && forUpdate && (await findRow(noun, context, id))) throw forbidden([])
  if (!row) throw notFound()
  return answered(noun, context, row)
}
