import { IDS_AT_ONCE } from '../base/constants'
import type { Client, ListQuery } from './client'
import { deletedToo } from '../vocabulary/deletion'
import { valueAt } from '../base/cells'
import { heavyIn } from '../vocabulary/fields-of'
import type { Field, Resource } from '../vocabulary/resource'

type Row = Record<string, unknown>

/** Returns the name of a referenced record, if the row contains it: `App.name` beside `appId`. */
export function nameBeside(row: Row | undefined, path: string): string | undefined {
  const name = path.replace(/Id$/, '')
  const record = row?.[name] ?? row?.[name.charAt(0).toUpperCase() + name.slice(1)]
  const title = valueAt(record, 'name')
  return typeof title === 'string' && title !== '' ? title : undefined
}

/** Returns the name in a reference that an answer has as a record; undefined for an id. */
export function nameWithin(reference: unknown): string | undefined {
  const name = valueAt(reference, 'name')
  return typeof name === 'string' && name !== '' ? name : undefined
}

/** Returns the resource of the record that a field of a row points to; undefined where it points to none. */
export function targetOf({ of, ofField }: Pick<Field, 'of' | 'ofField'>, row: Row): string | undefined {
  const named = of ?? (ofField === undefined ? undefined : row[ofField])
  return typeof named === 'string' ? named : undefined
}

/** Returns whether a field points to records. */
export const isPointer = ({ of, ofField }: Pick<Field, 'of' | 'ofField'>): boolean => (of ?? ofField) !== undefined

const idsAt = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number')

/**
 * Returns the ids that rows contain at these paths, by resource, except those of records whose names the rows contain.
 */
export function pointedTo(resource: Resource, paths: readonly string[], rows: Iterable<Row>): Map<string, Set<number>> {
  const references = paths.flatMap((path) => {
    const field = Object.hasOwn(resource.fields, path) ? resource.fields[path] : undefined
    return field && isPointer(field) ? [{ path, field }] : []
  })
  const found = new Map<string, Set<number>>()
  if (references.length === 0) return found
  for (const row of rows)
    for (const { path, field } of references) {
      const name = targetOf(field, row)
      if (name === undefined || nameBeside(row, path) !== undefined) continue
      for (const id of idsAt(row[path])) {
        const ids = found.get(name) ?? new Set()
        found.set(name, ids.add(id))
      }
    }
  return found
}

/** Returns the query for names. It includes deleted records and leaves out large fields. */
const nameAlone = (resource: Resource): ListQuery => ({
  ...deletedToo(resource),
  ...Object.fromEntries(heavyIn(resource.fields).map(([, filter]) => [filter, false])),
})

/**
 * Returns records by their ids, in calls of up to IDS_AT_ONCE ids (API-16). Inactive and deleted records are included,
 * since others still point to them. Records that do not exist, or that the user may not see, are left out.
 */
export async function recordsById(
  client: Pick<Client, 'list'>,
  resource: Resource,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<(Row & { id: number })[]> {
  const rows: (Row & { id: number })[] = []
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE)
    const page = await client.list(
      resource,
      { ...nameAlone(resource), ids: some, limit: some.length, offset: 0 },
      signal,
    )
    rows.push(...(page.rows as (Row & { id: number })[]))
  }
  return rows
}
