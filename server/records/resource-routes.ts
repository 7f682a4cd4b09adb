import { ApiError } from '@tocsin/core/base/errors'
import { usesIn, type Use } from '@tocsin/core/api/in-use'
import { kebab } from '@tocsin/core/base/naming'
import { fileFields } from '@tocsin/core/vocabulary/files'
import { pathOf, type Verb } from '@tocsin/core/vocabulary/resource'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { page, single, tag } from '../http/answers'
import { originOf } from '../attempts/requester'
import type { Row } from '../context/context'
import type { InScope, PartsOf } from '../context/request'
import type { Crud } from './crud'
import { badParameter } from '../http/failures'
import { recordOf } from '../http/input'
import { LARGE_JSON_LIMIT } from '../http/limits'
import { idOf, ifMatchOf } from '../http/named-record'
import { needing, route, type Handler, type Methods } from '../http/route'
import { keyed } from './keyed'
import {
  describeAction,
  describeCreate,
  describeDelete,
  describeGet,
  describeList,
  describeUpdate,
  describeUses,
} from './resource-descriptions'
import type { ServedResource } from './served-resource'

/** Adds the routes of every resource. A verb that the resource does not declare answers 405. */
export function resourceRoutes(
  scope: FastifyInstance,
  partsOf: PartsOf,
  resources: ReadonlyMap<string, ServedResource>,
  crud: Crud,
  inScope: InScope,
): void {
  const answered = (request: FastifyRequest, { overrides }: ServedResource, rows: readonly Row[], verb = 'view') =>
    request.actor && overrides.answered?.(partsOf(request), request.actor, rows, verb)
  for (const served of resources.values()) {
    const { can, actions, programs = [] } = served.resource
    const forPrograms = programs.includes('view')
    const files = fileFields(served.resource.fields)
    const isLarge = Object.values(served.resource.fields).some(({ large }) => large)
    const ofRecord = { forms: 'record', files, ...(isLarge ? { bodyLimit: LARGE_JSON_LIMIT } : {}) } as const
    const base = `/${pathOf(served.resource)}`
    // The resources that share this path: teams are written at the path of sites.
    const written = [...resources.values()].filter(
      (one) => one === served || one.resource.kindOf?.resource === served.resource.name,
    )
    const guardFor = (verb: Verb) => needing(...written.map(({ resource }) => resource.can[verb]))
    const isOwn = (request: FastifyRequest) =>
      request.actor !== null && served.resource.own?.(idOf(request), request.actor) === true
    const collection: Methods = {
      GET: {
        allowed: guardFor('view'),
        forPrograms,
        describes: () => describeList(served.resource),
        handler: async (request) => {
          const { rows, total } = await inScope(
            request,
            (context) => crud.list(served, context, request.query as Record<string, unknown>),
            { readOnly: true },
          )
          await answered(request, served, rows)
          return page(request.id, rows, total)
        },
      },
    }
    const record: Methods = {
      GET: {
        describes: () => describeGet(served.resource),
        forPrograms,
        handler: async (request, reply) => {
          const row = await inScope(request, (context) => crud.get(served, context, idOf(request)), { readOnly: true })
          await answered(request, served, [row])
          tag(reply, row)
          return single(request.id, row)
        },
      },
    }
    if (can.create) {
      collection.POST = {
        allowed: guardFor('create'),
        forPrograms: programs.includes('create'),
        describes: () => describeCreate(served.resource),
        ...ofRecord,
        handler: keyed<unknown>(partsOf, inScope, {
          work: async (request, context, proof) => ({
            status: 201,
            answer: single(
              request.id,
              await crud.create(served, context, recordOf(request.body), { proof, received: request.received }),
            ),
            ...(served.resource.creation?.secret === undefined ? {} : { unkept: true }),
          }),
          again: (request, context) => crud.requireMayCreate(served, context, recordOf(request.body)),
          before: (request, asker) =>
            served.overrides.writes?.before?.({ ...asker, origin: originOf(request) }, null, recordOf(request.body)),
        }),
      }
    }
    if (can.update) {
      const allowed = guardFor('update')
      record.PUT = record.PATCH = {
        // One's own record needs no permission.
        allowed: (request) => isOwn(request) || allowed(request),
        describes: () => describeUpdate(served.resource),
        ...ofRecord,
        handler: keyed<unknown>(partsOf, inScope, {
          work: async (request, context, proof) => {
            const based = { ifMatch: ifMatchOf(request), proof, received: request.received }
            const row = await crud.update(served, context, idOf(request), recordOf(request.body), based)
            return { status: 200, answer: single(request.id, row) }
          },
          again: (request, context) => crud.requireMayUpdate(served, context, idOf(request)),
          before: (request, asker) =>
            served.overrides.writes?.before?.(
              { ...asker, origin: originOf(request) },
              idOf(request),
              recordOf(request.body),
            ),
        }),
      }
    }
    if (can.delete) {
      record.DELETE = {
        allowed: guardFor('delete'),
        describes: describeDelete,
        handler: keyed(partsOf, inScope, {
          work: async (request, context) => {
            const [unknown] = Object.keys(request.query as object).filter((name) => name !== 'dryRun')
            if (unknown !== undefined) throw badParameter(unknown, 'UNKNOWN_PARAMETER')
            await crud.remove(served, context, idOf(request), ifMatchOf(request), recordOf(request.body))
            return { status: 200, answer: single(request.id, { id: idOf(request) }) }
          },
          again: (_request, context) => crud.requireMayRemove(served, context),
        }),
      }
      route(scope, `${base}/:id/uses`, {
        GET: { allowed: guardFor('delete'), describes: describeUses, handler: usesOf(served, crud, inScope) },
      })
    }
    route(scope, base, collection)
    route(scope, `${base}/:id`, record)
    for (const [action, { path, can: permission, input = {} }] of Object.entries(actions))
      route(scope, `${base}/:id/${path ?? kebab(action)}`, {
        POST: {
          allowed: needing(permission),
          forPrograms: programs.includes(action),
          describes: () => describeAction(served, action),
          forms: 'record',
          files: fileFields(input),
          handler: keyed(partsOf, inScope, {
            after: (request, row) => answered(request, served, [row as Row], action),
            work: async (request, context) => {
              const body = recordOf(request.body)
              const done = await crud.act(served, context, idOf(request), action, body, sentWith(request))
              return 'secret' in done
                ? { status: 200, answer: single(request.id, done.secret), unkept: true }
                : { status: 200, answer: single(request.id, done.row) }
            },
            again: (request, context) => crud.requireMayAct(served, context, idOf(request), action),
          }),
        },
      })
  }
}

/** Returns what came with an action besides its input. */
export const sentWith = (request: FastifyRequest) => ({ ifMatch: ifMatchOf(request), received: request.received })

/**
 * Returns the handler that tries to delete a record and rolls back. It answers with the records that prevent the
 * deletion, if any. Any other refusal is the one that the deletion itself would get.
 */
const usesOf =
  (served: ServedResource, crud: Crud, inScope: InScope): Handler =>
  async (request) => {
    const rollback = new Error('only tried')
    let uses: readonly Use[] = []
    try {
      await inScope(request, async (context) => {
        await crud.remove(served, context, idOf(request))
        throw rollback
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CANNOT_DELETE_WITH_RELATIONS') uses = usesIn(error)
      else if (error !== rollback) throw error
    }
    return single(request.id, uses)
  }
