import { useEffect, useState } from 'react'
import type { ListQuery, Page } from '@tocsin/core/api/client'
import { useList } from '../data/hooks'
import { logFailure, lookupOf, QUIET } from '../data/lookup'
import { findResource, resourceOf } from '../data/nouns'
import type { Row } from '../data/row'
import { usePreferences } from '../preferences'
import { titleOf } from '../record/record-name'
import { useT } from '../words'
import { matching, PRELOADED } from './preloaded'

/** Of those that were fetched whole, as many are shown as a list still holds. */
const SHOWN = 50

/** A value once it has not changed for a while. */
function useQuiet(value: string, milliseconds: number): string {
  const [quiet, setQuiet] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return quiet
}

/**
 * The records of a noun that match what is typed. What was found last among the same records stays until the next is
 * there; `settled` says that it answers what is typed now. A failure is logged and told by whoever shows the choices
 * (AUTOC-03). Of a noun that is fetched whole nothing is asked twice, unless there are more than that.
 */
export function useChoices(noun: string, typed: string, where: ListQuery = {}, enabled = true) {
  const t = useT()
  const { locale } = usePreferences()
  const resource = findResource(noun) ?? resourceOf('clients')
  const q = typed.trim()
  const asked = useQuiet(q, QUIET)
  const all = PRELOADED[noun]
  const whole = useList(
    resource,
    { limit: all ?? 1, offset: 0, order: `${resource.title} ASC`, ...where },
    { enabled: enabled && all !== undefined },
  )
  const isWhole = all !== undefined && whole.data !== undefined && whole.data.total <= all
  const query = { ...lookupOf(asked), ...where }
  const isSearched = all === undefined || (whole.data !== undefined && !isWhole)
  const searched = useList(resource, query, { enabled: enabled && isSearched })
  const { data, error, isFetching, refetch } = isSearched ? searched : whole
  // Of other records than these, another client's say, nothing is offered.
  const among = JSON.stringify([noun, where])
  const [last, setLast] = useState({ among, data })
  if (last.among !== among || (data && data !== last.data)) setLast({ among, data })
  useEffect(() => {
    if (error) logFailure(noun, error)
  }, [error, noun])
  const page = (data ?? last.data) as Page<Row> | undefined
  const found = isWhole
    ? matching(resource, page?.rows ?? [], q, (row) => titleOf(resource, row, t, locale))
    : (page?.rows ?? [])
  return {
    rows: error ? [] : found.slice(0, SHOWN),
    total: isWhole ? found.length : (page?.total ?? 0),
    settled: (isWhole || asked === q) && !isFetching && data !== undefined,
    error,
    again: () => void refetch(),
  }
}
