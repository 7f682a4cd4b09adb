import { METHODS } from 'node:http'
import { ApiError } from '@tocsin/core/base/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyContextConfig {
    /** True if the route only answers that its path lacks the method. */
    refuses?: true
    /** Reads multipart bodies; any other route refuses them. */
    readsForms?: true
  }
}

/** Refuses a method with the names of those that there are. */
export function refuseMethod(reply: FastifyReply, allowed: readonly string[]): never {
  reply.header('Allow', allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '))
  throw new ApiError({ status: 405, code: 'METHOD_NOT_ALLOWED' })
}

/**
 * Lets every method that HTTP has come as far as a handler. Returns the handler for requests that no route took: it
 * refuses them by the other methods of their path, where there are any. Wants to be called before there are routes.
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
    // The path with the fewest parameters is the one meant.
    const [found] = [...known.keys()].filter(fits).sort((one, other) => one.split(':').length - other.split(':').length)
    const methods = found === undefined ? undefined : known.get(found)
    if (methods) refuseMethod(reply, [...methods])
  }
}
