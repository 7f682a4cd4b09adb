import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@tocsin/core/base/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '../data/row'
import { createRowPages } from './row-pages'
import { pagesWithin } from './row-source'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server of `total` rows that records its requests and can be told to fail. */
function world(total: number) {
  const asked: number[] = []
  const given: number[] = []
  const state = { failing: false, answersAfter: 20 }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const pages = createRowPages({
    queries,
    key: (offset) => [1, 'sites', 'list', { offset }],
    pageSize: 50,
    start: 0,
    async fetch(offset, signal) {
      asked.push(offset)
      await new Promise((resolve, reject) => {
        setTimeout(resolve, state.answersAfter)
        signal.addEventListener('abort', () => {
          given.push(offset)
          reject(new Error('aborted'))
        })
      })
      if (state.failing) throw new ApiError({ status: 503, code: 'BUSY', requestId: 'r1' })
      const rows = Array.from({ length: Math.min(50, total - offset) }, (_, at): Row => ({ id: 1000 + offset + at }))
      return { rows, total }
    },
  })
  const stop = pages.subscribe(() => {})
  return { asked, aborted: given, state, queries, pages, stop, source: () => pages.source() }
}

const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('rows by pages', () => {
  it('names the pages of a window', () => {
    expect(pagesWithin(0, 0, 50)).toEqual([0])
    expect(pagesWithin(40, 110, 50)).toEqual([0, 1, 2])
    expect(pagesWithin(50, 99, 50)).toEqual([1])
    expect(pagesWithin(-5, -1, 50)).toEqual([0])
  })

  it('loads what is looked at, each row at its own place', async () => {
    const { asked, source } = world(5571)
    expect(source().total).toBeUndefined()
    await later(30)
    expect(source().total).toBe(5571)
    source().ensure(5540, 5580)
    expect(source().at(5560)).toBeUndefined()
    await later(100)
    expect(source().at(5560)?.id).toBe(6560)
    expect(source().at(5571)).toBeUndefined()
    expect(source().indexOf(6560)).toBe(5560)
    expect(asked).toEqual([0, 5500, 5550])
  })

  it('asks for none of the pages that a fling passes, and for each one that a held key goes through', async () => {
    const { asked, source } = world(100_000)
    await later(30)
    for (let first = 0; first < 90_000; first += 1000) {
      source().ensure(first, first + 30)
      await later(16)
    }
    expect(asked).toEqual([0])
    await later(100)
    expect(asked).toEqual([0, 89_000])
    asked.length = 0
    for (let first = 50; first < 400; first++) {
      source().ensure(first, first + 20)
      await later(33)
    }
    expect(asked).toEqual([50, 100, 150, 200, 250, 300, 350, 400])
  })

  it('ends the request for what nobody looks at any more', async () => {
    const { aborted, state, source } = world(100_000)
    await later(30)
    state.answersAfter = 5000
    source().ensure(700, 720)
    await later(100)
    source().ensure(9000, 9020)
    await later(100)
    expect(aborted).toEqual([700])
  })

  it('keeps what was there while it is loaded anew, and when that fails', async () => {
    const { state, queries, source } = world(200)
    await later(30)
    state.failing = true
    void queries.invalidateQueries()
    expect(source().fetching).toBe(true)
    expect(source().at(3)?.id).toBe(1003)
    await later(30)
    expect(source().failure?.requestId).toBe('r1')
    expect(source().missing).toBe(false)
    expect(source().at(3)?.id).toBe(1003)
    state.failing = false
    source().retry()
    await later(30)
    expect(source().failure).toBeUndefined()
  })

  it('tells rows that were never loaded from those that could not be loaded anew', async () => {
    const { state, source } = world(5571)
    await later(30)
    state.failing = true
    source().ensure(5540, 5570)
    await later(200)
    expect(source().failure?.requestId).toBe('r1')
    expect(source().missing).toBe(true)
    state.failing = false
    source().retry()
    await later(30)
    expect(source().missing).toBe(false)
    expect(source().at(5560)?.id).toBe(6560)
  })
})
