import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { ApiError } from '@tocsin/core/base/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { developerRoutes } from '../outbox/developer-messages'
import { json, open, texts, type Operation } from '../http/describe'
import { pageWithLinks } from '../http/page-with-links'
import type { Parts } from '../context/parts'
import type { PartsOf } from '../context/request'
import { isSandboxed } from '../http/security-headers'
import { outsidePages } from './outside'

/** The path of what mobile apps call. */
export const MOBILE = '/mobile'
const OF_PHONES = /^\/mobile(?![^/?#])/

/** Returns whether an address is the console's, not the API's and not that of mobile apps. */
export const isForPage = (url: string): boolean => !url.startsWith('/api') && !OF_PHONES.test(url)

/**
 * Returns an address whose path can be decoded. In any other address the percent signs are escaped, so that the console
 * answers it with a page that says there is nothing.
 */
export function decodable(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    // The result is used, because a bundler leaves out a call that can only throw.
    return decodeURI(path) ? url : '/'
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

const state = json(texts('status', 'version', 'database'))
const describeHealth = (): Operation => ({ ...open, responses: { '200': { description: 'It is alive', ...state } } })
const describeReadiness = (): Operation => ({
  ...open,
  responses: {
    '200': { description: 'It reaches its database', ...state },
    '503': { description: 'It does not', ...state },
  },
})
const describeItself = (): Operation => ({
  ...open,
  responses: { '200': { description: 'This document', ...json({ type: 'object' }) } },
})

/** Adds the routes that need no session: health, the API's description, the console's files. */
export async function publicRoutes(
  app: FastifyInstance,
  parts: Parts,
  partsOf: PartsOf,
  describeApi: () => unknown,
  refuseKnown: (request: FastifyRequest, reply: FastifyReply) => void,
): Promise<void> {
  const about = { version: parts.version, database: parts.database.kind }

  // `/healthz` does not check the database: a process that can answer must not be restarted because another one is
  // down.
  app.get('/healthz', { config: { describes: describeHealth } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
    return { status: 'ok', ...about }
  })
  app.get('/readyz', { config: { describes: describeReadiness } }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    try {
      await partsOf(request).database.ping()
      return { status: 'ok', ...about }
    } catch {
      return reply
        .status(503)
        .header('Retry-After', '2')
        .send({ status: 'unavailable', ...about })
    }
  })
  // The description is made on the first request: most servers never get one.
  let description: unknown
  app.get('/openapi.json', { config: { describes: describeItself } }, async () => (description ??= describeApi()))

  const { webFolder, developerMessages } = parts
  if (developerMessages) developerRoutes(app, developerMessages)
  const served = webFolder !== undefined && existsSync(webFolder)
  const page = served
    ? pageWithLinks(readFileSync(join(webFolder, 'index.html'), 'utf8'), parts.links, parts.mapsUrl)
    : ''
  if (served) {
    const hashed = ['assets', 'static/assets'].map((folder) => join(webFolder, folder))
    outsidePages(app, { webFolder, features: parts.features })
    await app.register(fastifyStatic, {
      root: webFolder,
      wildcard: false,
      preCompressed: true,
      index: false,
      // The name of a built file contains a hash of its content; that of a copied file does not.
      setHeaders: (response, path) =>
        void response.header(
          'Cache-Control',
          hashed.some((folder) => path.startsWith(folder)) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      served &&
      isForPage(request.url) &&
      !isSandboxed(request.url) &&
      (developerMessages !== undefined || !/^\/developer\b/.test(request.url)) &&
      // The name of a file has such an ending. A search may have one too (`?q=ana@example.org`), and is left out.
      !/^[^?]*\.\w+(\?|$)/.test(request.url)
    if (isPage) return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(page)
    refuseKnown(request, reply)
    throw new ApiError({ status: 404, code: 'NOT_FOUND' })
  })
}
