import type { FastifyInstance } from 'fastify'
import { normalForm } from '@tocsin/core/normal-form'
import { sql } from 'kysely'
import { withServer } from './actor'
import { single } from './answers'
import { badParameter, notFound } from './failures'
import { textParameter } from './list'
import { route } from './noun-routes'
import type { PartsOf } from './request'

type PublicDocument = { name: string; content: string; publishedAt: string }

/** GET documents/info?name=: a published document, for anybody (DOC-04, A-108). What is not published is not there. */
export function publicDocumentRoutes(scope: FastifyInstance, partsOf: PartsOf): void {
  route(scope, '/documents/info', {
    GET: async (request) => {
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
  })
}
