import { METHODS } from 'node:http'
import { ApiError } from '@tocsin/core/base/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyContextConfig {
    /** True if the route only answers that its path lacks the method. */
    refuses?: true
    /** True if the route reads multipart bodies. Any other route refuses them. */
    readsForms?: true
    /** True for a route whose writes may be tried: they take `dryRun`. */
    dryRuns?: true
    /** True if a monitoring provider's programs may call the route. */
    forPrograms?: boolean
    /** True if a token of a user does not open the route. */
    needsSession?: boolean
  }
}

/** Throws ApiError 405. The `Allow` header has the methods of the path. */
export function refuseMethod(reply: FastifyReply, allowed: readonly string[]): never {
  reply.header('Allow', allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '))
  throw new ApiError({ status: 405, code: 'METHOD_NOT_ALLOWED' })
}

/**
 * Registers every method of HTTP, so that a request with any of them reaches a handler. Returns the handler for
 * requests that no route took: it refuses them with 405 if their path has other methods. It has to be called before
 * there are routes.
 */
export function knownPaths(app: FastifyInstance): (request: FastifyRequest, reply: FastifyReply) => void {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.refuses || url.includes('*')) return
    const methods = known.get(url) ?? new Set()
    for (const one of [method].flat()) if (one !== 'HEAD') methods.add(one)
    known.set(url, methods)
  })
  return ({ url }, reply) => {
    const path = (url.split('?')[0] ?? '').split('/')
    const fits = (pattern: string) => {
      const parts = pattern.split('/')
      return parts.length === path.length && parts.every((part, at) => part.startsWith(':') || part === path[at])
    }
    // The path with the fewest parameters fits best.
    const [found] = [...known.keys()].filter(fits).sort((one, other) => one.split(':').length - other.split(':').length)
    const methods = found === undefined ? undefined : known.get(found)
    if (methods) refuseMethod(reply, [...methods])
  }
}
