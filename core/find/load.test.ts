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

  it('is read anew when it changes on the way, and taken as it comes when it never rests', async () => {
    const changing = (version: string) => [
      { ids: [1], version, next: 'sites.1' },
      { ids: [2], version: `${version}'` },
    ]
    const settled = answering([...changing('a'), { ids: [9], version: 'b' }])
    expect(await loadSearchIndex(settled.http)).toEqual({ version: 'b', records: [record(9)] })
    const restless = answering([...changing('a'), ...changing('b'), ...changing('c')])
    expect(await loadSearchIndex(restless.http)).toEqual({ version: 'c', records: [record(1), record(2)] })
  })

  it('is nothing that some other server answers', async () => {
    await expect(loadSearchIndex(answering([{ ids: [], version: 7 }]).http)).rejects.toMatchObject({
      code: 'INVALID_ANSWER',
    })
  })
})
