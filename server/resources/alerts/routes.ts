import { mapAddress, type Point } from '@tocsin/core/base/maps-url'
import { alerts } from '@tocsin/core/resources/alerts/index'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context/context'
import type { InScope } from '../../context/request'
import { page, single } from '../../http/answers'
import { answer, text, type Operation } from '../../http/describe'
import { badParameter } from '../../http/failures'
import { idOf } from '../../http/named-record'
import { needing, route, type Methods } from '../../http/route'
import type { Crud } from '../../records/crud'
import { textParameter } from '../../records/list-query'
import type { ServedResource } from '../../records/served-resource'
import { peopleOf } from './people'
import { recipientsOf } from './recipients'

const person = {
  type: ['object', 'null'],
  properties: {
    id: { type: 'integer' },
    name: text,
    role: text,
    phone: { type: ['string', 'null'] },
    email: { type: ['string', 'null'] },
  },
} as const
const people = { type: 'array', items: person } as const

const listOf = (properties: Record<string, unknown>) => ({ type: 'array', items: { type: 'object', properties } })
const id = { type: 'integer' }

/** Adds GET alerts/:id/responsibles (ALERT-13), alerts/:id/recipients and alerts/:id/attachments (ALERT-14). */
export function alertRoutes(
  scope: FastifyInstance,
  resources: ReadonlyMap<string, ServedResource>,
  crud: Crud,
  inScope: InScope,
): void {
  const served = resources.get('alerts')!
  const allowed = needing(alerts.can.view)
  const read = (
    describes: () => Operation,
    of: (context: Context, alert: Alert, query: Record<string, unknown>) => unknown,
    forPrograms = false,
  ): Methods => ({
    GET: {
      allowed,
      forPrograms,
      describes,
      handler: async (request) => {
        const told = await inScope(
          request,
          async (context) =>
            of(
              context,
              (await crud.get(served, context, idOf(request))) as unknown as Alert,
              request.query as Record<string, unknown>,
            ),
          { readOnly: true },
        )
        return Array.isArray(told) ? page(request.id, told, told.length) : single(request.id, told)
      },
    },
  })
  route(
    scope,
    '/alerts/:id/responsibles',
    read(
      () =>
        answer('The reporter, the people of the site and those of them who answer for it; and a map of the place', {
          type: 'object',
          properties: { contact: person, team: people, responsibles: people, map: { type: ['string', 'null'] } },
        }),
      async (context, alert) => {
        const point = alert.location ?? (await siteOf(context, alert))
        return { ...(await peopleOf(context.tx, alert.id)), map: point && mapAddress(point, context.parts.mapsUrl) }
      },
    ),
  )
  const offered = { users: resources.get('users')!, providers: resources.get('monitoring-providers')! }
  route(
    scope,
    '/alerts/:id/recipients',
    read(
      () => ({
        parameters: [{ name: 'q', in: 'query', description: 'A part of the name.', schema: text }],
        ...answer('The people and the monitoring providers that the alert can be handed on to, the near people first', {
          type: 'object',
          properties: {
            people: listOf({ id, name: text, username: text, near: { type: 'boolean' } }),
            providers: listOf({ id, name: text, providerType: text }),
            more: {
              type: 'object',
              description: 'There are more of each: a part of the name finds them.',
              properties: { people: { type: 'boolean' }, providers: { type: 'boolean' } },
            },
          },
        }),
      }),
      (context, alert, { q = '' }) => {
        if (typeof q !== 'string') throw badParameter('q') // given twice
        return recipientsOf(context, alert, offered, textParameter('q', q))
      },
    ),
  )
  route(
    scope,
    '/alerts/:id/attachments',
    read(
      () =>
        answer('The pictures and recordings of the alert, with addresses that open them for five minutes', {
          type: 'array',
          items: { type: 'object' },
        }),
      (_, { attachments }) => attachments,
      true,
    ),
  )
}

/** Returns the position of an alert's site; null where it has none. */
async function siteOf({ tx }: Context, { id }: Alert): Promise<Point | null> {
  const { rows } = await sql<Point>`select latitude, longitude from tocsin_site_of_alert(${id}::int, false)
    where latitude is not null`.execute(tx)
  return rows[0] ?? null
}
