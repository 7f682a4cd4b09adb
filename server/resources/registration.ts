import { PROVIDER_CLIENT_ID, PRODUCT } from '@tocsin/core/base/constants'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { registrationData } from '@tocsin/core/resources/registration-data/index'
import { registrationForms } from '@tocsin/core/resources/registration-forms/index'
import { registrationDataSchemas } from '@tocsin/core/resources/registration-data-schemas/index'
import { registrationHandlers } from '@tocsin/core/resources/registration-handlers/index'
import { registrationHandlersV2 } from '@tocsin/core/resources/registration-handlers-v2/index'
import { sql } from 'kysely'
import { scopeOf } from '../context/actor'
import type { Context } from '../context/context'
import { handle, type Condition } from '../records/handlers'
import { refuseInternal } from './refuse-internal'

/** The lists of a client's handlers, where they are asked to show the provider's own beside them. */
function besideTheProviders({ actor }: Context, asked: boolean, clientIds: unknown, byId: boolean): Condition | null {
  if (Array.isArray(clientIds)) {
    const ids = clientIds as number[]
    return { condition: sql`r.client_id = any (${asked ? [...ids, PROVIDER_CLIENT_ID] : ids}::int[])` }
  }
  const scope = scopeOf(actor)
  const seesThemBesides = scope.kind === 'clients' && !scope.clientIds.includes(PROVIDER_CLIENT_ID)
  return asked || byId || !seesThemBesides ? null : { condition: sql`r.client_id <> ${PROVIDER_CLIENT_ID}` }
}

/** Where what people enter is sent: nothing inside may hear of it (T63). */
function prepare<D extends Draft>({ parts }: Context, draft: D): D {
  refuseInternal(parts, 'url', draft['url'])
  return draft
}

export const registrationHandlerHandlers = handle(registrationHandlers, {
  found: { subtitle: sql`r.url` },
  // An address may hold what lets its caller in.
  shared: { to: ({ clientIds }) => clientIds.length > 0, fields: ['name', 'mode'] },
  prepare,
  filters: { ClientId: () => null, showGlobal: () => null },
  only: (context, query: Draft) =>
    besideTheProviders(context, query['showGlobal'] === true, query['ClientId'], Boolean(query['ids'])),
})

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

export const registrationDataSchemaHandlers = handle(registrationDataSchemas, {
  found: { subtitle: sql`null` },
  unique: { registration_data_schemas_content: { field: 'contentId' } },
})

export const registrationFormHandlers = handle(registrationForms, { found: { subtitle: sql`r.schema ->> 'title'` } })

/** Rows of a sheet: many, personal, and found in the list of their schema. */
export const registrationDataHandlers = handle(registrationData, { found: null })
