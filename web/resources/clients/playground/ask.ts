import { createClient, type ListQuery } from '@tocsin/core/api/client'
import { formatCommand, quoteWord } from '@tocsin/core/command-line/line'
import { ApiError } from '@tocsin/core/base/errors'
import type { Transport, WireRequest } from '@tocsin/core/api/http'
import type { Reading } from '@tocsin/core/command-line/reading-line'
import type { Reason, Resource } from '@tocsin/core/vocabulary/resource'
import { withIds } from '../../../commands/with-ids'
import { httpThrough } from '../../../data/api'

/** The request as sent, the raw response, and the lines that send the same request. */
export type Asked = {
  request: WireRequest
  /** The status of the response; null if none came. */
  status: number | null
  requestId: string | null
  milliseconds: number
  answer: string
  count: { shown: number; total: number } | 'one' | null
  resource: Resource
  /** The server's refusal; null if it sent the records. */
  refusal: ApiError | null
  line: string
  curl: string
}

/** Runs a line through the console's own API client. A refusal by the server is returned like any other response. */
export async function ask(reading: Reading, of: number): Promise<Asked | { problem: Reason }> {
  const { resource, spec } = reading
  const named = await withIds(reading, of, 'playground.problems')
  if ('problem' in named) return named
  const { command: known } = named
  let seen: Pick<Asked, 'request' | 'status' | 'requestId' | 'milliseconds' | 'answer'> | undefined
  let refusal: ApiError | null = null
  const watching =
    (transport: Transport): Transport =>
    async (request) => {
      const from = performance.now()
      seen = { request, status: null, requestId: null, milliseconds: 0, answer: '' }
      try {
        const answer = await transport(request)
        Object.assign(seen, {
          status: answer.status,
          requestId: answer.header('x-server-request-id'),
          answer: indented(answer.text),
        })
        return answer
      } finally {
        seen.milliseconds = Math.round(performance.now() - from)
      }
    }
  const asker = createClient(httpThrough(watching))
  let count: Asked['count'] = null
  try {
    if (spec.kind === 'list') {
      const page = await asker.list(resource, known.values as ListQuery)
      count = { shown: page.rows.length, total: page.total }
    } else {
      const record = (await asker.get(resource, known.refs[0] as number)) as Record<string, unknown>
      // A viewer of several clients may read only the records of this client here.
      if (record[resource.tenant ?? ''] !== of) return { problem: { key: 'playground.problems.notOurs' } }
      count = 'one'
    }
  } catch (error) {
    if (!(error instanceof ApiError) || !seen) throw error
    refusal = error
  }
  if (!seen) throw new Error('nothing was asked')
  return { ...seen, count, resource, refusal, line: formatCommand(spec, known), curl: curlOf(seen.request) }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Returns the request as a line for curl. The token is not in it: the line reads one from a variable. */
const curlOf = ({ url, headers }: WireRequest): string =>
  [
    'curl -H "Authorization: Bearer $TOCSIN_TOKEN"',
    ...Object.entries(headers)
      .filter(([name]) => name !== 'Authorization')
      .map(([name, value]) => `-H ${quoteWord(`${name}: ${value}`)}`),
    quoteWord(location.origin + url),
  ].join(' ')
