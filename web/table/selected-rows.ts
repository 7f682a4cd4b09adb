import type { ListQuery } from '@tocsin/core/api/client'
import { IDS_AT_ONCE, PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { rowsOf } from '../commands/targets'
import { client } from '../data/api'
import type { Row } from '../data/row'
import { countSelected, targetsOf, type Selection } from './selection'

/** Returns everything that a list matches as records; null for more than PAGE_SIZE_MAX of them. */
export async function gathered(resource: Resource, selection: Selection): Promise<readonly Row[] | null> {
  if (selection.kind !== 'all' || countSelected(selection, selection.of) > PAGE_SIZE_MAX) return null
  const rows: Row[] = []
  for await (const page of rowsOf(
    resource,
    targetsOf(selection, selection.of, () => undefined),
  ))
    rows.push(...page)
  return rows
}

/** Returns those of the records that a list matches. A request by ids alone returns inactive ones too. */
export async function matchedOf(resource: Resource, query: ListQuery, ids: readonly number[], signal: AbortSignal) {
  const chosen = query.ids && new Set(query.ids)
  const isAllShown = chosen !== undefined || query['showInactive'] === true
  const wanted = chosen ? ids.filter((id) => chosen.has(id)) : ids
  const rows: Row[] = []
  for (let at = 0; at < wanted.length; at += IDS_AT_ONCE) {
    const some = wanted.slice(at, at + IDS_AT_ONCE)
    const page = await client.list(resource, { ...query, ids: some, limit: some.length, offset: 0 }, signal)
    rows.push(...(page.rows as Row[]).filter(({ active }) => isAllShown || active !== false))
  }
  return { rows, total: rows.length }
}
