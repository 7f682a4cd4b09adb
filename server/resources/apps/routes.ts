import { fileFields } from '@tocsin/core/vocabulary/files'
import type { FastifyInstance } from 'fastify'
import { page, single } from '../../http/answers'
import type { InScope, PartsOf } from '../../context/request'
import { badParameter, notFound } from '../../http/failures'
import { recordOf } from '../../http/input'
import { idOf } from '../../http/named-record'
import { needing, route } from '../../http/route'
import type { Crud } from '../../records/crud'
import { keyed } from '../../records/keyed'
import { sentWith } from '../../records/resource-routes'
import { describeAction, describeList } from '../../records/resource-descriptions'
import type { ServedResource } from '../../records/served-resource'

/** Adds the paths by which the versions of an app are also reached (VER-02, VER-12, APP-22). */
export function appRoutes(
  scope: FastifyInstance,
  partsOf: PartsOf,
  resources: ReadonlyMap<string, ServedResource>,
  crud: Crud,
  inScope: InScope,
): void {
  const apps = resources.get('apps')!
  const versions = resources.get('app-versions')!
  route(scope, '/apps/:id/schemas', {
    GET: {
      allowed: needing(versions.resource.can.view),
      describes: () => describeList(versions.resource),
      handler: async (request) => {
        const { rows, total } = await inScope(
          request,
          async (context) => {
            const { id } = await crud.get(apps, context, idOf(request))
            const query = request.query as object
            const given = Object.keys(query).find((name) => name.toLowerCase() === 'appid')
            if (given !== undefined) throw badParameter(given, 'UNKNOWN_PARAMETER')
            return crud.list(versions, context, { ...query, appId: String(id) })
          },
          { readOnly: true },
        )
        return page(request.id, rows, total)
      },
    },
  })
  route(scope, '/apps/:id/schema', {
    PATCH: {
      allowed: needing(apps.resource.actions['customize']?.can),
      describes: () => describeAction(apps, 'customize'),
      forms: 'record',
      files: fileFields(apps.resource.actions['customize']?.input ?? {}),
      handler: keyed(partsOf, inScope, {
        work: async (request, context) => {
          const body = recordOf(request.body)
          const done = await crud.act(apps, context, idOf(request), 'customize', body, sentWith(request))
          return { status: 200, answer: single(request.id, 'row' in done ? done.row : null) }
        },
        again: (request, context) => crud.requireMayAct(apps, context, idOf(request), 'customize'),
      }),
    },
  })
  route(scope, '/apps/:id/schema/:versionId', {
    POST: {
      allowed: needing(versions.resource.actions['reactivate']?.can),
      describes: () => describeAction(versions, 'reactivate'),
      handler: keyed(partsOf, inScope, {
        work: async (request, context) => {
          const versionId = idOf(request, 'versionId')
          const version = await crud.get(versions, context, versionId)
          if (version['appId'] !== idOf(request)) throw notFound()
          const body = recordOf(request.body)
          const done = await crud.act(versions, context, versionId, 'reactivate', body, sentWith(request))
          return { status: 200, answer: single(request.id, 'row' in done ? done.row : null) }
        },
        again: (request, context) => crud.requireMayAct(versions, context, idOf(request, 'versionId'), 'reactivate'),
      }),
    },
  })
}
