import type { Draft, Fields } from '@tocsin/core/vocabulary/resource'
import { valueAt } from '../record/field-at'
import { changesOf } from './draft'

/** A field of which two people think differently; `byMe`: I changed it, so that one of us must give way. */
export type Difference = { path: string; mine: unknown; theirs: unknown; byMe: boolean }

/**
 * Where a draft and the record as somebody else has left it differ. `before` is what the draft began with: what only
 * they changed stays theirs whatever is chosen, and is told all the same.
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
