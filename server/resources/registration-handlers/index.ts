import { registrationHandlers } from '@tocsin/core/resources/registration-handlers/index'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'
import { handlersCondition, renewHandlerSecret, writesWithPublicUrl } from '../registration-handler'

export const registrationHandlersOverrides = defineOverrides(registrationHandlers, {
  reads: {
    searchable: { subtitle: sql`r.url` },
    // The condition of `ClientId` covers both filters, so `showGlobal` adds none.
    where: {
      ClientId: (context, query) => handlersCondition(context, query, 'ClientId', query['showGlobal'] === true),
      showGlobal: () => null,
    },
  },
  // The address is not shared, since it may contain credentials.
  shared: { to: ({ clientIds }) => clientIds.length > 0, fields: ['name', 'mode'] },
  writes: writesWithPublicUrl(),
  actions: { renewSecret: renewHandlerSecret('registration-handlers') },
})
