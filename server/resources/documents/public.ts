import type { FastifyInstance } from 'fastify'
import { normalForm } from '@tocsin/core/base/normal-form'
import { sql } from 'kysely'
import { withServer } from '../../context/actor'
import { single } from '../../http/answers'
import { answer, open, text } from '../../http/describe'
import { badParameter, notFound } from '../../http/failures'
import { textParameter } from '../../records/list-query'
import { route } from '../../http/route'
import type { PartsOf } from '../../context/request'

type PublicDocument = { name: string; content: string; publishedAt: string }

/**
 * Adds GET documents/info?name=, which returns a published document to anybody (DOC-04, A-108). An unpublished one is
 * not found.
 */
export function publicDocumentRoutes(scope: FastifyInstance, partsOf: PartsOf): void {
  route(scope, '/documents/info', {
    GET: {
      describes: () => ({
        ...open,
        parameters: [{ name: 'name', in: 'query', required: true, schema: text }],
        ...answer('A published document', {
          type: 'object',
          properties: { name: text, content: text, publishedAt: text },
        }),
      }),
      handler: async (request) => {
        const { name, ...rest } = request.query as Record<string, unknown>
        const [unknown] = Object.keys(rest)
        if (unknown !== undefined) throw badParameter(unknown, 'UNKNOWN_PARAMETER')
        if (typeof name !== 'string' || name === '') throw badParameter('name')
        const wanted = normalForm(textParameter('name', name), 'NFC')
        const row = await withServer(
          partsOf(request).database,
          async (tx) =>
            (
              await sql<PublicDocument>`select name, content, published_at as "publishedAt" from documents
              where name = ${wanted} and published_at is not null`.execute(tx)
            ).rows[0],
          { readOnly: true },
        )
        if (!row) throw notFound()
        return single(request.id, row)
      },
    },
  })
}
