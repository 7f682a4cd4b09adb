import { ALERT_STREAM_PATH } from '@tocsin/core/api/alert-lines'
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
      describes: () => ({
        description:
          'A line of JSON for each event of an alert, as it happens. The first line has a cursor, and so has every other: with `from` the stream begins after it.',
        parameters: [{ name: 'from', in: 'query', schema: text }],
        responses: { '200': { description: 'The stream', content: { 'application/x-ndjson': { schema: text } } } },
      }),
      handler: async (request, reply) => {
        const from = fromOf(request)
        await hub.open({ actor: request.actor!, holder: request.party.actor }, from, () => {
          reply.hijack()
          reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS })
          return reply.raw
        })
      },
    },
  })
}

/** Returns the position that a request begins after. Throws ApiError 400 for any other parameter. */
function fromOf(request: FastifyRequest): Position | undefined {
  const { from, ...unknown } = request.query as Record<string, unknown>
  const [surplus] = Object.keys(unknown)
  if (surplus !== undefined) throw badParameter(surplus, 'UNKNOWN_PARAMETER')
  if (from === undefined || from === '') return undefined
  const position = typeof from === 'string' ? positionOf(from) : undefined
  if (!position) throw badParameter('from')
  return position
}
