import type { Draft, Fields } from '@tocsin/core/vocabulary/resource'
import { valueAt } from '../record/field-at'
import { changesOf } from '@tocsin/core/vocabulary/changes'

/** A field whose values differ. `byMe` is true where this user changed it, so that one of the values is lost. */
export type Difference = { path: string; mine: unknown; theirs: unknown; byMe: boolean }

/**
 * Returns the differences between a draft and the record as another user saved it. `before` holds the draft's initial
 * values. A field that only the other user changed keeps that change whatever is chosen, and is listed as well.
 */
export function differencesBetween(fields: Fields, before: Draft, mine: Draft, theirs: Draft): Difference[] {
  const mineChanged = changesOf(fields, before, mine)
  return Object.entries(changesOf(fields, mine, theirs)).map(([path, value]) => ({
    path,
    mine: valueAt(mine, path) ?? null,
    theirs: value,
    byMe: Object.hasOwn(mineChanged, path),
  }))
}
