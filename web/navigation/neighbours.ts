/**
 * The list that a record was opened from, so that j and k go to its neighbours: the ids around the record in the order
 * on the screen, with the index of the first and the number of all rows.
 */
export type Around = {
  resource: string
  ids: readonly number[]
  first: number
  total: number
  /** Has the list come back to this record. */
  visit?: (id: number, index: number) => void
}

let around: Around | null = null

/** Called by a list when one of its rows is opened. */
export const openedFrom = (list: Around): void => {
  around = list
}

export function neighbours(
  resource: string,
  id: number,
): { next?: number | undefined; previous?: number | undefined; at?: number; total?: number } {
  const index = around?.resource === resource ? around.ids.indexOf(id) : -1
  if (!around || index < 0) return {}
  return {
    next: around.ids[index + 1],
    previous: around.ids[index - 1],
    at: around.first + index + 1,
    total: around.total,
  }
}

/** Tells the list that the reader went on to another of its records. */
export function visited(resource: string, id: number): void {
  const index = around?.resource === resource ? around.ids.indexOf(id) : -1
  if (around && index >= 0) around.visit?.(id, around.first + index)
}
