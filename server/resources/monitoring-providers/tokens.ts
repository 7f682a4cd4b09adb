import { EXTERNAL_TOKEN_LIFE } from '@tocsin/core/base/constants'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { single } from '../../http/answers'
import type { Crud } from '../../records/crud'
import { recordOf } from '../../http/input'
import { KEY } from '../../http/describe'
import { idOf } from '../../http/named-record'
import { keyed } from '../../records/keyed'
import { needing, route } from '../../http/route'
import type { ServedResource } from '../../records/served-resource'
import type { InScope, PartsOf } from '../../context/request'
import { iso } from '../../time'
import { describeNewToken } from './index'

/** Returns a token of one hour that opens the same as an API token, for pages of others (SESS-13, A-034). */
async function externalToken({ parts, tx }: Context, providerId: number, name: unknown) {
  const { rows } = await sql<{ id: number }>`select id from provider_tokens
    where provider_id = ${providerId} and name = ${name}`.execute(tx)
  const now = parts.now()
  const claims = { sub: String(rows[0]!.id), org: `provider:${providerId}` }
  const externalToken = await parts.tokens.sign('external', claims, now)
  return { externalToken, expiresAt: iso(now + EXTERNAL_TOKEN_LIFE) }
}

/**
 * Adds the second path to a provider's token, which the flag subscriber-v2-token-gen selects (PROV-16, A-017). It answers a
 * token of one hour beside it.
 */
export function providerTokenRoutes(
  scope: FastifyInstance,
  partsOf: PartsOf,
  providers: ServedResource,
  crud: Crud,
  inScope: InScope,
): void {
  route(scope, '/monitoring-providers/v2/:id/authenticate', {
    POST: {
      describes: () => ({ parameters: [KEY], ...describeNewToken('externalToken', 'expiresAt') }),
      allowed: needing(providers.resource.actions['authenticate']?.can),
      handler: keyed(partsOf, inScope, {
        work: async (request, context) => {
          const body = recordOf(request.body)
          const id = idOf(request)
          const done = await crud.act(providers, context, id, 'authenticate', body, undefined)
          const secret = 'secret' in done ? done.secret : {}
          const both = { ...secret, ...(await externalToken(context, id, secret['name'])) }
          return { status: 200, answer: single(request.id, both), unkept: true }
        },
        again: (request, context) => crud.requireMayAct(providers, context, idOf(request), 'authenticate'),
      }),
    },
  })
}
