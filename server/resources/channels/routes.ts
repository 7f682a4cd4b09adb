import {
  rearrangeInput,
  REARRANGE_PATH,
  type AppOrder,
  type ChannelsOrder,
} from '@tocsin/core/resources/channels/order'
import { objectSchema } from '@tocsin/core/vocabulary/json-schema'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { check } from '@tocsin/core/vocabulary/validate'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context/context'
import type { InScope, PartsOf } from '../../context/request'
import { single } from '../../http/answers'
import { answer, body, IF_MATCH, KEYED } from '../../http/describe'
import { refuseProblems } from '../../http/failures'
import { recordOf } from '../../http/input'
import { ifMatchOf } from '../../http/named-record'
import { needing, route } from '../../http/route'
import type { Crud } from '../../records/crud'
import { keyed } from '../../records/keyed'
import type { ServedResource } from '../../records/served-resource'
import { firstKnown, holdApp, rearrange } from './order'

/** Adds PATCH channels/rearrange, which gives all channels of an app their positions at once (CHAN-23, A-138). */
export function channelRoutes(
  scope: FastifyInstance,
  partsOf: PartsOf,
  channels: ServedResource,
  crud: Crud,
  inScope: InScope,
): void {
  /** Returns the given order and the channel that tells its app. Throws unless the actor may change that. */
  const readOrder = async (context: Context, given: Draft) => {
    refuseProblems(check(rearrangeInput, given))
    const order = given['channelsOrder'] as ChannelsOrder
    // Which of its channels are there is known only once the app is held.
    await holdApp(context, await firstKnown(context, order))
    const { id } = await firstKnown(context, order)
    const { row } = await crud.requireMayUpdate(channels, context, id, true)
    return { order, channel: row as unknown as { appId: number; clientId: number } }
  }
  route(scope, `/${REARRANGE_PATH}`, {
    PATCH: {
      allowed: needing(channels.resource.can.update),
      describes: () => ({
        parameters: [...KEYED, IF_MATCH],
        ...body(objectSchema(rearrangeInput)),
        ...answer('The order of the app', { type: 'object' }),
      }),
      handler: keyed(partsOf, inScope, {
        work: async (request, context) => {
          const given = recordOf(request.body)
          const { order, channel } = await readOrder(context, given)
          if ((given['clientId'] ?? channel.clientId) !== channel.clientId)
            refuseProblems([{ field: 'clientId', key: 'formErrors.readonly' }])
          const done: AppOrder = await rearrange(context, channel, order, ifMatchOf(request))
          return { status: 200, answer: single(request.id, done) }
        },
        again: (request, context) => readOrder(context, recordOf(request.body)),
      }),
    },
  })
}
