import { PRODUCT } from '@tocsin/core/base/constants'
import { DAYS, LATEST, TOP, TOTAL_NAMES, type Dashboard, type TotalName } from '@tocsin/core/api/dashboard'
import type { JsonSchema } from '@tocsin/core/vocabulary/json-schema'
import { may } from '@tocsin/core/vocabulary/permissions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import type { InScope } from '../../context/request'
import { single } from '../../http/answers'
import { answer, text } from '../../http/describe'
import { badParameter, notFound } from '../../http/failures'
import { foldSpelling } from '../../http/input'
import { idOf } from '../../http/named-record'
import { needing, route } from '../../http/route'
import { idsParameter } from '../../records/list-query'
import type { ServedResource } from '../../records/served-resource'
import { withinScope } from '../../records/tenancy'
import { iso } from '../../time'
import { alertDays } from './alert-days'
import { timeUntilTaken } from './time-until-taken'
import { topApps, topSites, type Among } from './top'
import { totalsOf } from './totals'

const integer: JsonSchema = { type: 'integer' }
const total: JsonSchema = { type: 'object', required: ['total'], properties: { total: integer } }
const named: JsonSchema = { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text } }
const entries = (maxItems: number, properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: ['list'],
  properties: {
    list: { type: 'array', maxItems, items: { type: 'object', required: Object.keys(properties), properties } },
  },
})
const top = (properties: Record<string, JsonSchema>) => entries(TOP, properties)
const LISTS = {
  topApps: top({ app: named, users: integer }),
  topSites: top({ site: named, users: integer, app: { ...named, type: ['object', 'null'] } }),
}
const WITH_DAYS = {
  alertDays: entries(DAYS, { day: { type: 'string', format: 'date' }, alerts: integer, tests: integer }),
}

const span: JsonSchema = { type: ['number', 'null'], description: 'In milliseconds; null if nobody took an alert.' }
const TAKEN = {
  timeUntilTaken: {
    type: 'object',
    required: ['from', 'median', 'before'],
    properties: { from: { type: 'string', format: 'date-time' }, median: span, before: span },
  },
} satisfies Record<string, JsonSchema>

const TIME_UNTIL_TAKEN =
  `The median time from the arrival of an alert until somebody first took it, of the latest ${LATEST} that were ` +
  `first taken in the last ${DAYS} days, without tests; \`before\` is that of the ${DAYS} days before.`

/** Returns the description of a call that answers these figures. */
const described = (meaning: string, names: readonly TotalName[], lists: Record<string, JsonSchema>, ids?: string) => ({
  ...(ids === undefined
    ? {}
    : { parameters: [{ name: ids, in: 'query', description: 'Ids with commas between them.', schema: text }] }),
  ...answer(`${meaning} A figure that the reader may not see is absent.`, {
    type: 'object',
    required: ['timestamp'],
    properties: {
      timestamp: { type: 'string', format: 'date-time' },
      ...Object.fromEntries(names.map((name) => [name, total])),
      ...lists,
    },
  }),
})

/** The totals that belong to a client. */
const OF_CLIENT = ['apps', 'channels', 'mobileProfiles', 'alerts'] as const satisfies TotalName[]

type Figures = Omit<Dashboard, 'timestamp'>

/** Adds the calls of dashboards (DASH-10, A-105). Each reads kept counts in one transaction, in the reader's scope. */
export function dashboardRoutes(scope: FastifyInstance, clients: ServedResource, inScope: InScope): void {
  /** Answers figures; nobody but staff and people of a client has any (DASH-03). */
  const answering = (figures: (context: Context, request: FastifyRequest) => Promise<Figures>) => {
    return (request: FastifyRequest) =>
      inScope(
        request,
        async (context) => {
          const { userType } = context.actor
          const found = userType === PRODUCT || userType === 'client' ? await figures(context, request) : {}
          return single(request.id, { timestamp: iso(context.parts.now()), ...found } satisfies Dashboard)
        },
        { readOnly: true },
      )
  }

  /** Returns the client that a call is about. Throws ApiError 404 if the reader does not see it. */
  const clientOf = async (context: Context, request: FastifyRequest): Promise<number> => {
    const id = idOf(request)
    const { rows } = await sql`select from clients r where r.id = ${id}
      and ${withinScope(clients, context) ?? sql`true`}`.execute(context.tx)
    if (rows.length === 0) throw notFound()
    return id
  }

  route(scope, '/dashboard', {
    GET: {
      describes: () => described('Totals of everything that the reader sees.', TOTAL_NAMES, WITH_DAYS),
      handler: answering(async (context, request) => {
        readIds(request)
        return withDays(context, await totalsOf(context, TOTAL_NAMES))
      }),
    },
  })
  route(scope, '/dashboard/client', {
    GET: {
      describes: () => described('Figures of the clients that the reader sees.', OF_CLIENT, { ...WITH_DAYS, ...LISTS }),
      handler: answering((context, request) => {
        readIds(request)
        return figuresOfClient(context)
      }),
    },
  })
  route(scope, '/dashboard/client/:id', {
    GET: {
      describes: () => described('Figures of one client.', OF_CLIENT, { ...WITH_DAYS, ...LISTS }),
      handler: answering(async (context, request) => {
        readIds(request)
        return figuresOfClient(context, await clientOf(context, request))
      }),
    },
  })
  route(scope, '/dashboard/response', {
    GET: {
      describes: () => described(`${TIME_UNTIL_TAKEN} Of all alerts that the reader sees.`, [], TAKEN),
      handler: answering((context, request) => {
        readIds(request)
        return takenOf(context)
      }),
    },
  })
  route(scope, '/dashboard/client/:id/response', {
    GET: {
      describes: () => described(`${TIME_UNTIL_TAKEN} Of the alerts of one client.`, [], TAKEN),
      handler: answering(async (context, request) => {
        readIds(request)
        return takenOf(context, await clientOf(context, request))
      }),
    },
  })
  for (const [path, ids, permission, lists, read] of [
    ['/dashboard/apps', 'appId', 'apps:view', { topApps: LISTS.topApps }, topAppsOf],
    ['/dashboard/sites', 'siteId', 'sites:view', { topSites: LISTS.topSites }, topSitesOf],
  ] as const)
    route(scope, path, {
      GET: {
        allowed: needing(permission),
        describes: () =>
          described('The three with the most active profiles, among the given ones if any.', [], lists, ids),
        handler: answering((context, request) => read(context, { ids: readIds(request, ids) })),
      },
    })
}

const topAppsOf = async (context: Context, among: Among): Promise<Figures> => ({
  topApps: { list: await topApps(context, among) },
})
const topSitesOf = async (context: Context, among: Among): Promise<Figures> => ({
  topSites: { list: await topSites(context, among) },
})

/** Returns totals with the alerts of the last days, for a reader who has a total of them. */
const withDays = async (context: Context, totals: Figures, clientId?: number): Promise<Figures> =>
  totals.alerts ? { ...totals, alertDays: { list: await alertDays(context, clientId) } } : totals

const takenOf = async (context: Context, clientId?: number): Promise<Figures> =>
  may(context.actor, 'alerts:view') ? { timeUntilTaken: await timeUntilTaken(context, clientId) } : {}

async function figuresOfClient(context: Context, clientId?: number): Promise<Figures> {
  return {
    ...(await withDays(context, await totalsOf(context, OF_CLIENT, clientId), clientId)),
    ...(may(context.actor, 'apps:view') ? await topAppsOf(context, { clientId }) : {}),
    ...(may(context.actor, 'sites:view') ? await topSitesOf(context, { clientId }) : {}),
  }
}

/** Returns the ids of the one parameter of a call; undefined if it is absent or empty, as in a list. */
function readIds(request: FastifyRequest, name = ''): number[] | undefined {
  const query = foldSpelling(request.query as Record<string, unknown>, new Set([name]))
  const unknown = Object.keys(query).find((given) => given !== name || name === '')
  if (unknown !== undefined) throw badParameter(unknown, 'UNKNOWN_PARAMETER')
  const given = query[name] ?? ''
  if (typeof given !== 'string') throw badParameter(name) // given twice
  return given === '' ? undefined : idsParameter(name, given)
}
