import type { FastifyInstance } from 'fastify'
import type { Operation } from './describe'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyContextConfig {
    /** Describes the route. It is called on the first request for the description, since most servers never get one. */
    describes?: () => Operation
  }
}

/** The described methods of each address, both as OpenAPI spells them. */
export type DescribedRoutes = ReadonlyMap<string, ReadonlyMap<string, () => Operation>>

/** Collects the descriptions of the routes as they are registered. It has to be called before there are routes. */
export function describedRoutes(app: FastifyInstance): DescribedRoutes {
  const described = new Map<string, Map<string, () => Operation>>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.describes) return
    const address = url.replaceAll(/:(\w+)/g, '{$1}')
    const methods = described.get(address) ?? new Map<string, () => Operation>()
    for (const one of [method].flat()) if (one !== 'HEAD') methods.set(one.toLowerCase(), config.describes)
    described.set(address, methods)
  })
  return described
}
