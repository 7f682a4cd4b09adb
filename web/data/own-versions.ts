import type { Resource } from '@tocsin/core/vocabulary/resource'

type Kind = Pick<Resource, 'name' | 'kindOf'>

/** The versions that this page wrote, by record. Another user wrote a version that is missing between two of them. */
const written = new Map<string, Set<number>>()

const keyOf = (resource: Kind, id: number) => `${resource.kindOf?.resource ?? resource.name} ${id}`

/** Records that a change of this page led from one version to the next. A change without effect has no new version. */
export function keepOwn(resource: Kind, id: number, on: number | undefined, to: number | undefined): void {
  if (on === undefined || to !== on + 1) return
  const key = keyOf(resource, id)
  written.set(key, (written.get(key) ?? new Set()).add(to))
}

/**
 * Returns the last version of a record that was reached from a given one by changes of this page alone. An undo is
 * based on that version, and so is refused if another user has changed the record in between.
 */
export function lastOwn(resource: Kind, id: number, since: number | undefined): number | undefined {
  if (since === undefined) return undefined
  const own = written.get(keyOf(resource, id))
  let last = since
  while (own?.has(last + 1)) last++
  return last
}

/** Forgets the versions, when another account takes over. */
export const forgetOwn = (): void => written.clear()
