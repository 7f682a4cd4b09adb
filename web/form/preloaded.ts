import { fold } from '@tocsin/core/base/fold'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'

/** The resources whose records are all fetched when one is picked, up to this number (API-29, CONST-13). */
export const PRELOADED: Readonly<Record<string, number>> = { clients: 1000, projects: 50 }

/** Returns the fetched records with the typed text in a text field or the shown name, ignoring case and accents. */
export function matching(
  resource: Resource,
  rows: readonly Row[],
  typed: string,
  shown: (row: Row) => string,
): readonly Row[] {
  const wanted = fold(typed)
  if (wanted === '') return rows
  const texts = Object.entries(resource.fields).flatMap(([name, { type }]) => (type === 'text' ? [name] : []))
  return rows.filter((row) =>
    [shown(row), ...texts.map((name) => String(row[name] ?? ''))].some((text) => fold(text).includes(wanted)),
  )
}
