import { FILE_ADDRESS, FILES_PATH } from '@tocsin/core/vocabulary/files'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { withServer } from '../context/actor'
import type { PartsOf } from '../context/request'
import { open, text } from '../http/describe'
import { badParameter, notFound } from '../http/failures'
import { FILE_HEADERS } from '../http/security-headers'
import { route } from '../http/route'

/** A file at an address never changes: another one has another address. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Adds GET files/{name}, which returns a stored file to whoever knows its address: phones have no session. There is
 * no list, and nothing tells a name that was never given from one that is gone.
 */
export function fileRoutes(scope: FastifyInstance, partsOf: PartsOf): void {
  route(scope, `${FILES_PATH.slice('/api'.length)}:name`, {
    GET: {
      describes: () => ({
        ...open,
        parameters: [{ name: 'name', in: 'path', required: true, schema: text }],
        responses: {
          '200': {
            description: 'The file',
            content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      }),
      handler: async (request, reply) => {
        const [unknown] = Object.keys(request.query as object)
        if (unknown !== undefined) throw badParameter(unknown, 'UNKNOWN_PARAMETER')
        const { name = '' } = request.params as { name?: string }
        if (!FILE_ADDRESS.test(FILES_PATH + name)) throw notFound()
        const tag = `"${name}"`
        const file = await withServer(
          partsOf(request).database,
          async (tx) =>
            (await sql<{ type: string; bytes: Buffer }>`select type, bytes from files where name = ${name}`.execute(tx))
              .rows[0],
          { readOnly: true },
        )
        if (!file) throw notFound()
        const { type, bytes } = file
        const ending = type.slice(type.indexOf('/') + 1)
        reply.headers({
          ...FILE_HEADERS,
          'Cache-Control': FOREVER,
          ETag: tag,
          // In a sandbox a browser shows no document, so that it is saved.
          'Content-Disposition': `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename="${name}.${ending}"`,
        })
        if (request.headers['if-none-match'] === tag) return reply.status(304).send()
        return reply.header('Content-Type', type).send(bytes)
      },
    },
  })
}
