import { PRODUCT } from '@tocsin/core/base/constants'
import { registrationHandlersV2 } from '@tocsin/core/resources/registration-handlers-v2/index'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { handle } from '../../records/handlers'
import { besideTheProviders, prepare } from '../registration-handler'

export const registrationHandlerV2Handlers = handle(registrationHandlersV2, {
  found: { subtitle: sql`r.description`, words: sql`r.url` },
  shared: { to: ({ internals }) => internals === true, fields: ['name', 'description'] },
  prepare,
  filters: { clientId: () => null, showInternal: () => null },
  only: (context, query: Draft) => {
    const asked = query['showInternal'] === true && context.actor.userType === PRODUCT
    return besideTheProviders(context, asked, query['clientId'], Boolean(query['ids']))
  },
})
