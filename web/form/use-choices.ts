import { useEffect, useState } from 'react'
import type { ListQuery, Page } from '@tocsin/core/api/client'
import type { ApiError } from '@tocsin/core/base/errors'
import { useList } from '../data/hooks'
import { logFailure, lookupOf, QUIET } from '../data/lookup'
import { findResource, resourceOf } from '../data/resources'
import type { Row } from '../data/row'
import { usePreferences } from '../preferences'
import { titleOf } from '../record/record-name'
import { useT } from '../words'
import { matching, PRELOADED } from './preloaded'
import { useQuiet } from './use-quiet'

/** The most choices shown of those that were all fetched. */
const SHOWN = 50

/** The records to choose among, where they are not those of a list, in their order. */
export type Among = {
  rows: readonly Row[]
  /** There are more than these. */
  more?: boolean
  /** Asks for those that match a text, where there are more; without it these are all of them. It is memoized. */
  ask?: ((q: string) => void) | undefined
  settled: boolean
  error: ApiError | null
  again: () => void
}

/**
 * Returns the records of a resource that match the typed text. The records found last stay until the next ones arrive;
 * `settled` is true once they match the present text. A failure is logged here and shown by the caller (AUTOC-03). A
 * resource whose records are all fetched is requested once, unless it has more records than the limit. `given` are the
 * records to choose among, and nothing is requested.
 */
export function useChoices(resourceName: string, typed: string, where: ListQuery = {}, enabled = true, given?: Among) {
  const t = useT()
  const { locale } = usePreferences()
  const resource = findResource(resourceName) ?? resourceOf('clients')
  const q = typed.trim()
  const asked = useQuiet(q, QUIET)
  const all = PRELOADED[resourceName]
  const whole = useList(
    resource,
    { limit: all ?? 1, offset: 0, order: `${resource.title} ASC`, ...where },
    { enabled: enabled && all !== undefined && !given },
  )
  const isWhole = all !== undefined && whole.data !== undefined && whole.data.total <= all
  const query = { ...lookupOf(asked), ...where }
  const isSearched = all === undefined || (whole.data !== undefined && !isWhole)
  const searched = useList(resource, query, { enabled: enabled && isSearched && !given })
  const { data, error, isFetching, refetch } = isSearched ? searched : whole
  // The records found last are dropped when the resource or its filter changes, for instance to another client.
  const among = JSON.stringify([resourceName, where])
  const [last, setLast] = useState({ among, data })
  if (last.among !== among || (data && data !== last.data)) setLast({ among, data })
  useEffect(() => {
    if (error) logFailure(resourceName, error)
  }, [error, resourceName])
  const ask = given?.ask
  useEffect(() => ask?.(asked), [ask, asked])
  const byName = (rows: readonly Row[]) => matching(resource, rows, q, (row) => titleOf(resource, row, t, locale))
  if (given) {
    const rows = byName(given.rows)
    const isAnswered = !given.ask || asked === q
    return { ...given, settled: given.settled && isAnswered, rows: rows.slice(0, SHOWN), total: rows.length }
  }
  const page = (data ?? last.data) as Page<Row> | undefined
  const found = isWhole ? byName(page?.rows ?? []) : (page?.rows ?? [])
  return {
    rows: error ? [] : found.slice(0, SHOWN),
    total: isWhole ? found.length : (page?.total ?? 0),
    more: false,
    settled: (isWhole || asked === q) && !isFetching && data !== undefined,
    error,
    again: () => void refetch(),
  }
}
