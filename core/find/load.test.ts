import { describe, expect, it } from 'vitest'
import type { Answer, Call, Http } from '../api/http'
import { loadSearchIndex } from './load'

const record = (id: number) => ({ noun: 'sites', id, title: `Site ${id}`, subtitle: null, words: null })

/** A server that gives these pages one after the other, and keeps the requests it got. */
function answering(pages: { ids: number[]; version: unknown; next?: string | null; unchanged?: boolean }[]) {
  const asked: Call[] = []
  const http = (async (call: Call): Promise<Answer> => {
    asked.push(call)
    const { ids, ...meta } = pages[asked.length - 1]!
    return { status: 200, data: ids.map(record), total: undefined, requestId: 'r', meta: { next: null, ...meta } }
  }) as Http
  return { http, asked }
}

describe('the search index', () => {
  it('is read page by page from where the last one ended', async () => {
    const { http, asked } = answering([
      { ids: [1, 2], version: 'a', next: 'sites.2' },
      { ids: [3], version: 'a' },
    ])
    const index = await loadSearchIndex(http)
    expect(index).toEqual({ version: 'a', records: [record(1), record(2), record(3)] })
    expect(asked.map(({ query }) => query?.['after'])).toEqual([undefined, 'sites.2'])
  })

  it('is not read again while it has the version that is held', async () => {
    const { http, asked } = answering([{ ids: [], version: 'a', unchanged: true }])
    expect(await loadSearchIndex(http, { held: 'a' })).toBeNull()
    expect(asked[0]?.query?.['ifVersion']).toBe('a')
  })

  it('has the version of its first page, and is read to its end once even if it changes on the way', async () => {
    const { http, asked } = answering([
      { ids: [1], version: 'a', next: 'sites.1' },
      { ids: [2], version: null, next: 'sites.2' },
      { ids: [3], version: 'b' },
    ])
    const steps: string[] = []
    const pause = async () => void steps.push(`pause after ${asked.length}`)
    const index = await loadSearchIndex(http, { held: 'z', pause })
    expect(index).toEqual({ version: 'a', records: [record(1), record(2), record(3)] })
    expect(asked.map(({ query }) => query?.['ifVersion'])).toEqual(['z', undefined, undefined])
    expect(steps).toEqual(['pause after 1', 'pause after 2'])
  })

  it('is nothing that some other server answers', async () => {
    await expect(loadSearchIndex(answering([{ ids: [], version: 7 }]).http)).rejects.toMatchObject({
      code: 'INVALID_ANSWER',
    })
  })
})
