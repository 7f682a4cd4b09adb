import { FILE_ADDRESS, FILES_PATH } from '@tocsin/core/vocabulary/files'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { withServer } from '../context/actor'
import type { PartsOf } from '../context/request'
import { open, text } from '../http/describe'
import { badParameter, notFound } from '../http/failures'
import { FILE_HEADERS } from '../http/security-headers'
import { route } from '../http/route'
import { opensFile } from './file-addresses'

/** A file at an address never changes: another one has another address. */
const FOREVER = 'public, max-age=31536000, immutable'
/** The same for as long as a signed address lives. */
const SHORTLY = 'private, max-age=300, immutable'

/** The parameters of a signed address. */
const SIGNED = ['expires', 'signature']

/**
 * Adds GET files/{name}, which returns a stored file to whoever knows its address: phones have no session. A private
 * one wants the signature as well, which the answer that names the file has. There is no list, and nothing tells a name that
 * was never given from one that is gone.
 */
export function fileRoutes(scope: FastifyInstance, partsOf: PartsOf): void {
  route(scope, `${FILES_PATH.slice('/api'.length)}:name`, {
    GET: {
      describes: () => ({
        ...open,
        parameters: [
          { name: 'name', in: 'path', required: true, schema: text },
          ...SIGNED.map((name) => ({ name, in: 'query', schema: text })),
        ],
        responses: {
          '200': { description: 'The file', ...bytesOf },
          '206': { description: 'The part that `Range` names', ...bytesOf },
        },
      }),
      handler: async (request, reply) => {
        const query = request.query as Record<string, unknown>
        const unknown = Object.keys(query).find((name) => !SIGNED.includes(name))
        if (unknown !== undefined) throw badParameter(unknown, 'UNKNOWN_PARAMETER')
        const { name = '' } = request.params as { name?: string }
        if (!FILE_ADDRESS.test(FILES_PATH + name)) throw notFound()
        const tag = `"${name}"`
        const file = await withServer(
          partsOf(request).database,
          async (tx) =>
            (
              await sql<File>`select type, bytes, sender is not null as private from files
                where name = ${name} and (sender is null or ${opensFile(partsOf(request), name, query)})`.execute(tx)
            ).rows[0],
          { readOnly: true },
        )
        if (!file) throw notFound()
        const { type, bytes } = file
        const ending = type.slice(type.indexOf('/') + 1)
        reply.headers({
          ...FILE_HEADERS,
          'Cache-Control': file.private ? SHORTLY : FOREVER,
          'Accept-Ranges': 'bytes',
          ETag: tag,
          // In a sandbox a browser shows no document, so that it is saved.
          'Content-Disposition': `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename="${name}.${ending}"`,
        })
        if (request.headers['if-none-match'] === tag) return reply.status(304).send()
        reply.header('Content-Type', type)
        const part = partOf(request.headers.range, bytes.length)
        if (!part) return reply.send(bytes)
        const { first, last } = part
        reply.header('Content-Range', `bytes ${first}-${last}/${bytes.length}`)
        return reply.status(206).send(bytes.subarray(first, last + 1))
      },
    },
  })
}

type File = { type: string; bytes: Buffer; private: boolean }

const bytesOf = { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }

/** Returns the part of a recording that a player asks for; undefined for the whole, which every other range gets. */
function partOf(range: string | undefined, size: number): { first: number; last: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{1,9})-(\d{0,9})$/.exec(range ?? '') ?? []
  const first = Number(from)
  const last = Math.min(to === '' ? size - 1 : Number(to), size - 1)
  return from === '' || first > last ? undefined : { first, last }
}
