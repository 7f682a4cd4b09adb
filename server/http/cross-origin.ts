import { TEMPLATE_TOKEN_HEADER } from '@tocsin/core/base/constants'
import type { FastifyInstance } from 'fastify'

/**
 * Reads TOCSIN_ALLOWED_ORIGINS: `https://a.example.org,https://b.example.org`. An origin is written as a browser sends
 * it: without path or star, and never `null`, which every page in a sandbox sends. Throws RangeError with the first
 * wrong one.
 */
export function readOrigins(text: string): readonly string[] {
  const origins = text.split(',').flatMap((one) => one.trim() || [])
  const wrong = origins.find((one) => !/^https?:[^*]+$/.test(one) || !URL.canParse(one) || new URL(one).origin !== one)
  if (wrong !== undefined) throw new RangeError(wrong)
  return origins
}

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const HEADERS = `Authorization, Content-Type, Locale, Idempotency-Key, If-Match, X-Request-Id, ${TEMPLATE_TOKEN_HEADER}`
const ANSWERED = 'X-Server-Request-Id, Retry-After, Idempotent-Replayed, Idempotent-Request-Id, ETag'

/** Lets pages of the listed origins call the API; a browser shows the answers to no other page (T69). */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api')) return
    // A cached answer must not serve another origin.
    reply.header('Vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': ANSWERED })
    if (request.method !== 'OPTIONS') return
    reply.headers({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': HEADERS,
      'Access-Control-Max-Age': '600',
    })
    return reply.status(204).send()
  })
}
