import { ALERT_STREAM_PATH } from '@tocsin/core/api/alert-lines'
import type { JsonSchema } from '@tocsin/core/vocabulary/json-schema'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badParameter } from '../http/failures'
import { needing, route } from '../http/route'
import { text } from '../http/describe'
import type { Hub } from './hub'
import { positionOf, type Position } from './position'

const HEADERS = {
  'Content-Type': 'application/x-ndjson; charset=utf-8',
  // A proxy that collects the lines would hold them back.
  'X-Accel-Buffering': 'no',
  // The connection is of no use to another request, and would keep the server from stopping.
  Connection: 'close',
}

/** Adds GET alerts/stream: what happens to alerts, as lines of JSON, for as long as the reader stays (K10). */
export function streamRoutes(scope: FastifyInstance, hub: Hub): void {
  route(scope, `/${ALERT_STREAM_PATH}`, {
    GET: {
      allowed: needing('alerts:view'),
      forPrograms: true,
      describes: () => ({
        description:
          'A line of JSON for each event of an alert, as it happens. Every line has a cursor: with `from` the stream begins after it. With `wait=0` it ends when it has caught up.',
        parameters: [parameter('from', text), parameter('wait', { enum: ['0', '1'] })],
        responses: { '200': { description: 'The stream', content: { 'application/x-ndjson': { schema: text } } } },
      }),
      handler: async (request, reply) => {
        const { from, waits } = queryOf(request)
        if (request.method === 'HEAD') return reply.headers(HEADERS).send()
        await hub.open({ actor: request.actor!, holder: request.party.actor }, { from, waits }, () => {
          reply.hijack()
          reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS })
          return reply.raw
        })
        return undefined
      },
    },
  })
}

const parameter = (name: string, schema: JsonSchema) => ({ name, in: 'query', schema })

/**
 * Returns the position that a request begins after, and whether it waits for more. Throws ApiError 400 for anything else.
 */
function queryOf(request: FastifyRequest): { from: Position | undefined; waits: boolean } {
  const { from = '', wait = '1', ...unknown } = request.query as Record<string, unknown>
  const [surplus] = Object.keys(unknown)
  if (surplus !== undefined) throw badParameter(surplus, 'UNKNOWN_PARAMETER')
  if (wait !== '0' && wait !== '1') throw badParameter('wait')
  const position = typeof from === 'string' ? positionOf(from) : undefined
  if (!position && from !== '') throw badParameter('from')
  return { from: position, waits: wait === '1' }
}
