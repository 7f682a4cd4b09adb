import type { Draft, Fields } from '@tocsin/core/vocabulary/resource'
import { valueAt } from '../record/field-at'
import { changesOf } from './draft'

/** A field with two people's different values. `byMe` is true where I changed it, so that one must give way. */
export type Difference = { path: string; mine: unknown; theirs: unknown; byMe: boolean }

/**
 * Returns the differences between a draft and the record as somebody else left it. `before` holds the draft's initial
 * values: a field that only they changed stays theirs whatever is chosen, and is listed all the same.
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
