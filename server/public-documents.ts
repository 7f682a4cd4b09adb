import type { FastifyInstance } from 'fastify'
import { ApiError } from '@tocsin/core/errors'
import { sql } from 'kysely'
import { withServer } from './actor'
import { single } from './answers'
import { notFound } from './failures'
import { route } from './noun-routes'
import type { Parts } from './parts'

type PublicDocument = { name: string; content: string; publishedAt: string }

/** GET documents/info?name=: a published document, for anybody (DOC-04, A-108). What is not published is not there. */
export function publicDocumentRoutes(scope: FastifyInstance, parts: Parts): void {
  route(scope, '/documents/info', {
    GET: async (request) => {
      const { name, ...rest } = request.query as Record<string, unknown>
      const [unknown] = Object.keys(rest)
      if (unknown !== undefined)
        throw new ApiError({ status: 400, code: 'UNKNOWN_PARAMETER', details: { parameter: unknown.slice(0, 100) } })
      if (typeof name !== 'string' || name === '' || name.includes('\u0000') || !name.isWellFormed())
        throw new ApiError({ status: 400, code: 'INVALID_PARAMETER', details: { parameter: 'name' } })
      const row = await withServer(
        parts.database,
        async (tx) =>
          (
            await sql<PublicDocument>`select name, content, published_at as "publishedAt" from documents
              where name = ${name.normalize('NFC')} and published_at is not null`.execute(tx)
          ).rows[0],
        { readOnly: true },
      )
      if (!row) throw notFound()
      return single(request.id, row)
    },
  })
}
