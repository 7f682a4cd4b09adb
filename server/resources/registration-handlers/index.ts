import { registrationHandlers } from '@tocsin/core/resources/registration-handlers/index'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'
import { besideTheProviders, outside } from '../registration-handler'

export const registrationHandlersOverrides = defineOverrides(registrationHandlers, {
  reads: {
    searchable: { subtitle: sql`r.url` },
    // The two filters together decide what is listed.
    where: {
      ClientId: (context, query) => besideTheProviders(context, query, 'ClientId', query['showGlobal'] === true),
      showGlobal: () => null,
    },
  },
  // The address is not shared, since it may contain credentials.
  shared: { to: ({ clientIds }) => clientIds.length > 0, fields: ['name', 'mode'] },
  writes: outside(),
})
