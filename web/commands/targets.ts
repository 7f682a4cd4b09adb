import type { ListQuery } from '@tocsin/core/api/client'
import { IDS_AT_ONCE } from '@tocsin/core/base/constants'
import { deletedToo } from '@tocsin/core/vocabulary/deletion'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { client } from '../data/api'
import type { Row } from '../data/row'

/** The targets of an action: records, ids of records, or everything that a list matches except some records. */
export type Targets =
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'ids'; ids: readonly number[] }
  | { kind: 'query'; query: ListQuery; except: readonly number[]; total: number }

export function countOf(targets: Targets): number {
  if (targets.kind === 'rows') return targets.rows.length
  return targets.kind === 'ids' ? targets.ids.length : targets.total - targets.except.length
}

/** Reads all targets page by page, so that a list of a hundred thousand records is never in memory at once. */
export async function* rowsOf(resource: Resource, targets: Targets): AsyncGenerator<readonly Row[]> {
  if (targets.kind === 'rows') {
    yield targets.rows
    return
  }
  if (targets.kind === 'ids') {
    for (let at = 0; at < targets.ids.length; at += IDS_AT_ONCE) {
      const ids = targets.ids.slice(at, at + IDS_AT_ONCE)
      yield (await client.list(resource, { ids, limit: IDS_AT_ONCE, ...deletedToo(resource) })).rows as Row[]
    }
    return
  }
  const except = new Set(targets.except)
  // The list is read in the order of ids, so that a change of a row does not shift the rows after it.
  const { order: _, limit: __, offset: ___, ...query } = targets.query
  for await (const page of client.all(resource, query)) yield (page.rows as Row[]).filter(({ id }) => !except.has(id))
}
