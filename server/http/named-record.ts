import { ApiError } from '@tocsin/core/base/errors'
import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import type { FastifyRequest } from 'fastify'
import { notFound } from './failures'

/** Returns the id in a path. Throws ApiError 404 for anything else. */
export function idOf(request: FastifyRequest, parameter = 'id'): number {
  const id = (request.params as Record<string, string>)[parameter] ?? ''
  if (!/^\d{1,10}$/.test(id) || Number(id) > MAX_ID) throw notFound()
  return Number(id)
}

/** Returns the version in If-Match, which a change is based on; undefined if there is none. */
export function ifMatchOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return undefined
  const [, version] = /^(?:W\/)?"(\d{1,10})"$/.exec(header) ?? []
  if (version === undefined)
    throw new ApiError({ status: 400, code: 'INVALID_PARAMETER', details: { parameter: 'If-Match' } })
  return Number(version)
}
