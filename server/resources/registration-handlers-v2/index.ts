import { PRODUCT } from '@tocsin/core/base/constants'
import { registrationHandlersV2 } from '@tocsin/core/resources/registration-handlers-v2/index'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'
import { handlersCondition, renewHandlerSecret, writesWithPublicUrl } from '../registration-handler'

export const registrationHandlersV2Overrides = defineOverrides(registrationHandlersV2, {
  reads: {
    searchable: { subtitle: sql`r.description`, extraText: sql`r.url` },
    // The condition of `clientId` covers both filters, so `showInternal` adds none.
    where: {
      clientId: (context, query) =>
        handlersCondition(
          context,
          query,
          'clientId',
          query['showInternal'] === true && context.actor.userType === PRODUCT,
        ),
      showInternal: () => null,
    },
  },
  shared: { to: ({ internals }) => internals === true, fields: ['name', 'description'] },
  writes: writesWithPublicUrl(),
  actions: { renewSecret: renewHandlerSecret('registration-handlers-v2') },
})
