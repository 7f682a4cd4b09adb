import type { FastifyRequest } from 'fastify'
import { badParameter } from '../http/failures'

/** Returns the parameters of a query. Throws ApiError 400 for any other than these. */
export function parametersOf(request: FastifyRequest, ...known: string[]): Record<string, unknown> {
  const query = request.query as Record<string, unknown>
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown !== undefined) throw badParameter(unknown, 'UNKNOWN_PARAMETER')
  return query
}
