import { registrationHandlers } from '@tocsin/core/resources/registration-handlers/index'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { handle } from '../../records/handlers'
import { besideTheProviders, prepare } from '../registration-handler'

export const registrationHandlerHandlers = handle(registrationHandlers, {
  found: { subtitle: sql`r.url` },
  // An address may hold its caller's credentials.
  shared: { to: ({ clientIds }) => clientIds.length > 0, fields: ['name', 'mode'] },
  prepare,
  filters: { ClientId: () => null, showGlobal: () => null },
  only: (context, query: Draft) =>
    besideTheProviders(context, query['showGlobal'] === true, query['ClientId'], Boolean(query['ids'])),
})
