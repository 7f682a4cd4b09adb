import { QueryObserver, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Page } from '@tocsin/core/api/client'
import type { ApiError } from '@tocsin/core/base/errors'
import type { Row } from '../data/row'
import { pagesWithin, type RowSource } from './row-source'

/** The time that a page is in view before it is requested (ms): a fling requests none of the pages it passes. */
const VIEWED_FOR = 60
/** The number of pages whose rows are kept. The oldest out of view are dropped, and requested when seen again. */
const KEPT = 100
/** The time that the cache keeps a page out of view (ms): holding ↓ through a list must not keep all of it. */
export const GC_TIME = 60_000

type Answer = Page<Row>
type Watched = { observer: QueryObserver<Answer, ApiError>; stop: () => void }

export type PagesOptions = {
  queries: QueryClient
  key: (offset: number) => QueryKey
  fetch: (offset: number, signal: AbortSignal) => Promise<Answer>
  pageSize: number
  /** The first row to be shown. */
  start: number
}

export type RowPages = { subscribe: (listener: () => void) => () => void; source: () => RowSource }

/** Reads a list as pages of the cache: pages in view are loaded and kept fresh, the others keep their rows. */
export function createRowPages({ queries, key, fetch, pageSize, start }: PagesOptions): RowPages {
  const listeners = new Set<() => void>()
  const watched = new Map<number, Watched>()
  const waiting = new Map<number, ReturnType<typeof setTimeout>>()
  const rows = new Map<number, readonly Row[]>()
  let wanted = pagesWithin(start, start, pageSize)
  let total: { count: number; at: number } | undefined
  let source: RowSource | undefined

  const changed = () => {
    source = undefined
    for (const listener of listeners) listener()
  }

  const storeAnswer = (page: number, answer: Answer | undefined, at: number) => {
    if (!answer) return
    // The page becomes the last in the order of use.
    rows.delete(page)
    rows.set(page, answer.rows)
    for (const old of rows.keys()) {
      if (rows.size <= KEPT) break
      if (!watched.has(old)) rows.delete(old)
    }
    if (!total || at >= total.at) total = { count: answer.total, at }
  }

  const watch = (page: number) => {
    waiting.delete(page)
    const observer = new QueryObserver<Answer, ApiError>(queries, {
      queryKey: key(page * pageSize),
      queryFn: ({ signal }) => fetch(page * pageSize, signal),
      gcTime: GC_TIME,
    })
    const stop = observer.subscribe((result) => {
      storeAnswer(page, result.data, result.dataUpdatedAt)
      changed()
    })
    watched.set(page, { observer, stop })
    const now = observer.getCurrentResult()
    storeAnswer(page, now.data, now.dataUpdatedAt)
  }

  const watchWanted = () => {
    let moved = false
    for (const [page, { stop }] of watched)
      if (!wanted.includes(page)) {
        // The request is cancelled when its last observer stops.
        stop()
        watched.delete(page)
        moved = true
      }
    for (const [page, timer] of waiting)
      if (!wanted.includes(page)) {
        clearTimeout(timer)
        waiting.delete(page)
      }
    for (const page of wanted) {
      if (watched.has(page) || waiting.has(page)) continue
      if (total === undefined || queries.getQueryData(key(page * pageSize)) !== undefined) {
        watch(page)
        moved = true
      } else
        waiting.set(
          page,
          setTimeout(() => {
            watch(page)
            changed()
          }, VIEWED_FOR),
        )
    }
    if (moved) queueMicrotask(changed)
  }

  const stopAll = () => {
    for (const { stop } of watched.values()) stop()
    for (const timer of waiting.values()) clearTimeout(timer)
    watched.clear()
    waiting.clear()
  }

  const read = (): RowSource => {
    const results = [...watched.values()].map(({ observer }) => observer.getCurrentResult())
    const failed = results.filter(({ isError, isFetching }) => isError && !isFetching)
    return {
      total: total?.count,
      fetching: waiting.size > 0 || results.some(({ isFetching }) => isFetching),
      failure: failed[0]?.error ?? undefined,
      missing: failed.some(({ data }) => data === undefined),
      at: (index) => rows.get(Math.floor(index / pageSize))?.[index % pageSize],
      ensure(first, last) {
        const next = pagesWithin(first, Math.min(last, (total?.count ?? last + 1) - 1), pageSize)
        if (next[0] === wanted[0] && next.length === wanted.length) return
        wanted = next
        if (listeners.size > 0) watchWanted()
      },
      retry() {
        for (const { observer } of watched.values()) void observer.refetch()
      },
      indexOf(id) {
        for (const [page, some] of rows) {
          const at = some.findIndex((row) => row.id === id)
          if (at >= 0) return page * pageSize + at
        }
        return undefined
      },
      loaded: () => [...rows].toSorted(([one], [other]) => one - other).flatMap(([, some]) => some),
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) watchWanted()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stopAll()
      }
    },
    source: () => (source ??= read()),
  }
}
