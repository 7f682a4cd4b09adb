import { valueAt } from '../base/cells'
import { referencesIn } from '../vocabulary/fields-of'
import type { Resource } from '../vocabulary/resource'

type Row = { id: number }

/** Returns the ids of each row's fellows that it points to, such as the group of a channel. */
function fellowsOf<R extends Row>(resource: Resource, rows: readonly R[]): Map<number, number[]> {
  const paths = referencesIn(resource.fields).flatMap(([path, { of }]) => (of === resource.name ? path : []))
  const ids = new Set(rows.map(({ id }) => id))
  const pointed = ({ id, ...row }: R) =>
    paths.flatMap((path) => {
      const other = valueAt(row, path)
      return typeof other === 'number' && other !== id && ids.has(other) ? other : []
    })
  return new Map(paths.length === 0 ? [] : rows.map((row) => [row.id, pointed(row)]))
}

/**
 * Returns rows in an order in which each can be deleted, with the deletion of one of them: it waits for those that point to
 * it. A group goes after what lies in it.
 */
export function inDeletionOrder<R extends Row, T>(
  resource: Resource,
  rows: readonly R[],
  remove: (row: R) => Promise<T>,
): { rows: readonly R[]; remove: (row: R) => Promise<T> } {
  const fellows = fellowsOf(resource, rows)
  const users = new Map<number, number[]>()
  for (const [id, others] of fellows)
    for (const other of others) {
      const known = users.get(other)
      if (known) known.push(id)
      else users.set(other, [id])
    }
  if (users.size === 0) return { rows, remove }
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ordered: R[] = []
  const seen = new Set<number>()
  const place = (id: number) => {
    if (seen.has(id)) return
    seen.add(id)
    for (const user of users.get(id) ?? []) place(user)
    ordered.push(byId.get(id)!)
  }
  for (const { id } of rows) place(id)
  const ended = new Map<number, Promise<unknown>>()
  return {
    rows: ordered,
    remove: (row) => {
      const removed = Promise.allSettled((users.get(row.id) ?? []).flatMap((id) => ended.get(id) ?? [])).then(() =>
        remove(row),
      )
      ended.set(row.id, removed)
      return removed
    },
  }
}
