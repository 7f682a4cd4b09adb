import { useEffect, useState } from 'react'
import type { ListQuery, Page } from '@tocsin/core/client'
import { useList } from '../data/hooks'
import { findResource, resourceOf } from '../data/nouns'
import type { Row } from '../acts/targets'

/** AUTOC-01 and AUTOC-02: page 0 of 15, by creation, 400 ms after the last key. */
const CHOICES = 15
const QUIET = 400

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
 * The records of a noun that match what is typed. What was found last stays until the next is there; `settled` says
 * that it answers what is typed now. A failure is logged and told by whoever shows the choices (AUTOC-03).
 */
export function useChoices(noun: string, typed: string, where: ListQuery = {}, enabled = true) {
  const resource = findResource(noun)
  const q = typed.trim()
  const asked = useQuiet(q, QUIET)
  const query = { limit: CHOICES, offset: 0, order: 'createdAt ASC', ...(asked ? { q: asked } : {}), ...where }
  const list = useList(resource ?? resourceOf('clients'), query, { enabled: enabled && resource !== undefined })
  const { data, error, isFetching, refetch } = list
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  useEffect(() => {
    // oxlint-disable-next-line eslint/no-console -- the specification wants it logged
    if (error) console.warn(`${noun}: ${error.code}`, error.requestId ?? '')
  }, [error, noun])
  const page = (data ?? last) as Page<Row> | undefined
  return {
    rows: error ? [] : (page?.rows ?? []),
    total: page?.total ?? 0,
    settled: asked === q && !isFetching && data !== undefined,
    error,
    again: () => void refetch(),
  }
}
