import type { Visited } from '../../data/visits'

/** Returns the attributes of a row that is about a record, which its key pins. */
export const recordMark = ({ noun, id, title }: Visited) => ({
  'data-noun': noun,
  'data-id': id,
  'data-title': title,
})

/** Returns the record of the row that has the focus; undefined if it is about none. */
export function recordInFocus(): Visited | undefined {
  const { noun, id, title } = (document.activeElement as HTMLElement | null)?.dataset ?? {}
  return noun === undefined ? undefined : { noun, id: Number(id), title: title ?? '' }
}
