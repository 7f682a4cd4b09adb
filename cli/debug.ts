import type { Transport } from '@tocsin/core/api/http'
import type { Io } from './io'

const SECRET_HEADERS = new Set(['authorization', 'idempotency-key'])
/** Query values that would grant access. */
const SECRET_QUERY = /([?&](?:token|code|password|authorization)=)[^&]*/gi

/** Logs each request and response to stderr (`--debug`), without bodies and without secrets. */
export function withRequestLog(send: Transport, io: Pick<Io, 'stderr' | 'now'>): Transport {
  return async (request) => {
    const began = io.now()
    const headers = Object.entries(request.headers).map(
      ([name, value]) => `${name}: ${SECRET_HEADERS.has(name.toLowerCase()) ? '***' : value}`,
    )
    const url = request.url.replace(SECRET_QUERY, '$1***')
    await io.stderr.write(`> ${request.method} ${url} [${headers.join('; ')}] ${request.body?.length ?? 0}\n`)
    const answer = await send(request).catch(async (error: unknown) => {
      const { code = String(error), details } = error as { code?: string; details?: { cause?: string } }
      const cause = details?.cause === undefined ? '' : ` ${details.cause}`
      await io.stderr.write(`< ${code}${cause} ${io.now() - began} ms\n`)
      throw error
    })
    const id = answer.header('x-server-request-id') ?? '–'
    await io.stderr.write(`< ${answer.status} ${answer.text.length} ${io.now() - began} ms ${id}\n`)
    return answer
  }
}
