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

/**
 * The addresses that every page may call, since they need no session: those of phones, surveys and documents. The pages for
 * people without an account are in a sandbox, and have no origin that could be listed. Their scripts are fetched in the same
 * way.
 */
const FOR_EVERY_PAGE =
  /^\/(mobile(?![^/?#])|api\/public(?![^/?#])|api\/documents\/info(?![^?#])|api\/surveys\/\d+\/(result|files)(?![^?#])|static\/assets\/)/
const HEADERS_FOR_EVERY_PAGE = 'Authorization, Content-Type, Locale, Token, X-Request-Id'

/** Returns whether every page may call an address. No answer to it depends on a cookie, and none sets one. */
export const isForEveryPage = (url: string): boolean => FOR_EVERY_PAGE.test(url)

/** Lets pages of the listed origins call the API; a browser shows the answers to no other page (T69). */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const isForAll = isForEveryPage(request.url)
    if (!isForAll && !(origins.length > 0 && request.url.startsWith('/api'))) return
    const { origin } = request.headers
    if (!isForAll) {
      // A cached answer must not serve another origin.
      reply.header('Vary', 'Origin')
      if (origin === undefined || !origins.includes(origin)) return
    }
    reply.headers({
      'Access-Control-Allow-Origin': isForAll ? '*' : origin,
      'Access-Control-Expose-Headers': ANSWERED,
      ...(isForAll ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
    })
    if (request.method !== 'OPTIONS') return
    reply.headers({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': isForAll ? HEADERS_FOR_EVERY_PAGE : HEADERS,
      'Access-Control-Max-Age': '600',
    })
    return reply.status(204).send()
  })
}
