import type { Resource } from '@tocsin/core/vocabulary/resource'

type Kind = Pick<Resource, 'name' | 'kindOf'>

/** The versions written here, by record; a version missing between two of them was written by somebody else. */
const written = new Map<string, Set<number>>()

const keyOf = (resource: Kind, id: number) => `${resource.kindOf?.resource ?? resource.name} ${id}`

/** Records that one's own change led from one version to the next. An empty change leads to no new version. */
export function keepOwn(resource: Kind, id: number, on: number | undefined, to: number | undefined): void {
  if (on === undefined || to !== on + 1) return
  const key = keyOf(resource, id)
  written.set(key, (written.get(key) ?? new Set()).add(to))
}

/**
 * Returns the last version of a record reached from a given one by one's own changes alone. An undo may be based on
 * it, and is refused if somebody else has changed the record in between.
 */
export function lastOwn(resource: Kind, id: number, since: number | undefined): number | undefined {
  if (since === undefined) return undefined
  const own = written.get(keyOf(resource, id))
  let last = since
  while (own?.has(last + 1)) last++
  return last
}

/** Forgets the versions: another account has written nothing yet. */
export const forgetOwn = (): void => written.clear()
