import type { FastifyInstance } from 'fastify'
import { single } from '../../http/answers'
import type { Crud } from '../../records/crud'
import { recordOf } from '../../http/input'
import { KEY } from '../../http/describe'
import { idOf } from '../../http/named-record'
import { keyed } from '../../records/keyed'
import { needing, route } from '../../http/route'
import type { ServedResource } from '../../records/served-resource'
import type { InScope, PartsOf } from '../../context/request'
import { describeNewToken } from './index'

/** Adds the second path to a provider's token, which the flag subscriber-v2-token-gen selects (PROV-16, A-017). */
export function providerTokenRoutes(
  scope: FastifyInstance,
  partsOf: PartsOf,
  providers: ServedResource,
  crud: Crud,
  inScope: InScope,
): void {
  route(scope, '/monitoring-providers/v2/:id/authenticate', {
    POST: {
      describes: () => ({ parameters: [KEY], ...describeNewToken() }),
      allowed: needing(providers.resource.actions['authenticate']?.can),
      handler: keyed(partsOf, inScope, {
        work: async (request, context) => {
          const body = recordOf(request.body)
          const done = await crud.act(providers, context, idOf(request), 'authenticate', body, undefined)
          return { status: 200, answer: single(request.id, 'secret' in done ? done.secret : done.row), unkept: true }
        },
        again: (request, context) => crud.requireMayAct(providers, context, idOf(request), 'authenticate'),
      }),
    },
  })
}
