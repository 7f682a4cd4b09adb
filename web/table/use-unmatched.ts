import { useState } from 'react'
import type { Unmatched } from '../form/choice-box'
import type { ListView } from './list'
import { rowsInMemory } from './row-source'

const NO_ROWS = rowsInMemory(0, () => ({ id: 0 }))

/** Holds the texts, typed into filters, that match no record. While there are any, no rows are shown. */
export function useUnmatched() {
  const [unmatched, setUnmatched] = useState<Readonly<Record<string, Unmatched>>>({})
  const [firstUnmatched] = Object.entries(unmatched)
  return {
    unmatched,
    firstUnmatched,
    tell: (name: string, typed: Unmatched | null) =>
      setUnmatched(({ [name]: _, ...others }) => (typed === null ? others : { ...others, [name]: typed })),
    clear: () => setUnmatched({}),
  }
}

/** Returns the list without rows; a selection of everything that it matches then counts as empty. */
export const withoutRows = (view: ListView): ListView => ({
  ...view,
  source: NO_ROWS,
  selected: view.selection.kind === 'rows' ? view.selected : 0,
})
