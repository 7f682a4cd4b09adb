import { PROVIDER_CLIENT_ID, PRODUCT } from '@tocsin/core/constants'
import { ApiError } from '@tocsin/core/errors'
import type { Draft, Permission, Verb } from '@tocsin/core/resource'
import { registrationDataSchemas } from '@tocsin/core/resources/registration-data-schemas/index'
import { registrationForms } from '@tocsin/core/resources/registration-forms/index'
import { registrationHandlers } from '@tocsin/core/resources/registration-handlers/index'
import { registrationHandlersV2 } from '@tocsin/core/resources/registration-handlers-v2/index'
import { sql, type RawBuilder } from 'kysely'
import { scopeOf } from '../actor'
import { handle, type Context } from '../handlers'

/** How many codes a refusal names; of the others it says how many. */
const NAMED = 5

/** A form or handler stays while codes lead to it, and whoever would delete it hears which. */
const keptByCodes =
  (column: RawBuilder<unknown>) =>
  async ({ tx }: Context, row: { id: number }, next: () => Promise<void>): Promise<void> => {
    const { rows } = await sql<{ code: string; total: number }>`select code, count(*) over () as total
      from registration_codes where ${column} = ${row.id} order by id limit ${NAMED}`.execute(tx)
    if (rows.length > 0) {
      const more = rows[0]!.total - rows.length
      const codes = rows.map(({ code }) => code).join(', ') + (more > 0 ? ` +${more}` : '')
      throw new ApiError({
        status: 400,
        code: 'CANNOT_DELETE_WITH_RELATIONS',
        details: { relations: `registration-codes (${codes})` },
      })
    }
    await next()
  }

/** The lists of a client's handlers, where they are asked to show the provider's own beside them. */
function besideTheProviders(
  { actor }: Context,
  asked: boolean,
  clientIds: unknown,
  byId: boolean,
): RawBuilder<unknown> | null {
  if (Array.isArray(clientIds))
    return sql`r.client_id = any (${asked ? [...(clientIds as number[]), PROVIDER_CLIENT_ID] : (clientIds as number[])}::int[])`
  const scope = scopeOf(actor)
  const seesThemBesides = scope.kind === 'clients' && !scope.clientIds.includes(PROVIDER_CLIENT_ID)
  return asked || byId || !seesThemBesides ? null : sql`r.client_id <> ${PROVIDER_CLIENT_ID}`
}

/** The provider's own are seen by others and changed by whoever sees everything. */
const keptByTheProvider =
  (client: 'ClientId' | 'clientId') =>
  (verb: Verb, record: Draft): Permission | undefined =>
    (verb === 'update' || verb === 'delete') && record[client] === PROVIDER_CLIENT_ID
      ? ({ userType, role }) => (userType === PRODUCT && role !== 'clientManager' ? 'registration-handlers:update' : [])
      : undefined

export const registrationFormHandlers = handle(registrationForms, {
  remove: keptByCodes(sql`registration_form_id`),
})

export const registrationHandlerHandlers = handle(registrationHandlers, {
  filters: { ClientId: () => null, showGlobal: () => null },
  only: (context, query: Draft) =>
    besideTheProviders(context, query['showGlobal'] === true, query['ClientId'], Boolean(query['ids'])),
  can: keptByTheProvider('ClientId'),
  remove: keptByCodes(sql`registration_handler_id`),
})

export const registrationHandlerV2Handlers = handle(registrationHandlersV2, {
  filters: { clientId: () => null, showInternal: () => null },
  only: (context, query: Draft) => {
    const asked = query['showInternal'] === true && context.actor.userType === PRODUCT
    return besideTheProviders(context, asked, query['clientId'], Boolean(query['ids']))
  },
  can: keptByTheProvider('clientId'),
  remove: keptByCodes(sql`reg_handler_id`),
})

export const registrationDataSchemaHandlers = handle(registrationDataSchemas, {
  unique: { registration_data_schemas_content: { field: 'contentId' } },
  remove: async ({ tx }, schema, next) => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from registration_data
      where client_id = ${schema.ClientId} and registration_data_schema_id = ${schema.id}`.execute(tx)
    const total = rows[0]?.total ?? 0
    if (total > 0)
      throw new ApiError({
        status: 400,
        code: 'CANNOT_DELETE_WITH_RELATIONS',
        details: { relations: `registration-data (${total})` },
      })
    await next()
  },
})
