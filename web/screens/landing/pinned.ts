import type { Visited } from '../../data/visits'

/** Returns the attributes of a row that is about a record, which its key pins. */
export const recordMark = ({ noun, id, title }: Visited) => ({
  'data-noun': noun,
  'data-id': id,
  'data-title': title,
})

/** Returns the record of the row that has the focus; undefined if it is about none. */
export function recordInFocus(): Visited | undefined {
  const focused = document.activeElement
  // The focus may be on the pin of the row.
  const marked = focused?.matches('[data-noun]') ? focused : focused?.closest('li')?.querySelector('[data-noun]')
  const { noun, id, title } = (marked as HTMLElement | null | undefined)?.dataset ?? {}
  return noun === undefined ? undefined : { noun, id: Number(id), title: title ?? '' }
}
