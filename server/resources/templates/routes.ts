import { VISIBILITIES } from '@tocsin/core/resources/templates/types'
import { TEMPLATE_TOKEN_HEADER } from '@tocsin/core/base/constants'
import { templates } from '@tocsin/core/resources/templates/index'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import { pathOf } from '@tocsin/core/vocabulary/resource'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Parts } from '../../context/parts'
import type { InScope } from '../../context/request'
import { page, single } from '../../http/answers'
import { answer, text, texts } from '../../http/describe'
import { forbidden } from '../../http/failures'
import { idOf } from '../../http/named-record'
import { needing, route } from '../../http/route'
import { writeAudit } from '../../records/audit'
import { requirePermission, type Crud } from '../../records/crud'
import type { ServedResource } from '../../records/served-resource'

/** Adds the paths of templates besides those of every resource (TPL-10, TPL-14). */
export function templateRoutes(scope: FastifyInstance, served: ServedResource, crud: Crud, inScope: InScope): void {
  const base = `/${pathOf(templates)}`
  route(scope, `${base}/params/visibility`, {
    GET: {
      allowed: needing(templates.can.view),
      describes: () => answer('The choices of the visibility', { type: 'array', items: texts('id', 'name') }),
      handler: async (request) => {
        const choices = await inScope(
          request,
          async (context) => {
            requirePermission(context, templates.can.view)
            const names = templates.messages[chooseLocale(context.locale)].choices?.['visibility'] as Names
            return VISIBILITIES.map((id) => ({ id, name: names[id] }))
          },
          { readOnly: true },
        )
        return page(request.id, choices, choices.length)
      },
    },
  })
  route(scope, `${base}/:id/share`, {
    GET: {
      allowed: needing(templates.can.view),
      describes: () =>
        answer('A token with which anybody who is signed in sees the template', { properties: { token: text } }),
      handler: async (request) => {
        const token = await inScope(request, async (context) => {
          const { id, clientId, visibility, name } = await crud.get(served, context, idOf(request))
          // Whoever sees a template by a token cannot prolong it by another.
          if (clientId === null && visibility !== 'public') throw forbidden([])
          await writeAudit(context, {
            noun: templates.name,
            recordId: id,
            verb: 'share',
            clientId: typeof clientId === 'number' ? clientId : context.actor.ClientId,
            changes: { name: { before: null, after: name } },
          })
          return context.parts.tokens.sign('template', { sub: String(id) }, context.parts.now())
        })
        return single(request.id, { token })
      },
    },
  })
}

type Names = Record<(typeof VISIBILITIES)[number], string>

/** Returns the template that the token of a request opens; undefined without a token, or with one that opens nothing. */
export async function sharedTemplate({ tokens }: Parts, request: FastifyRequest): Promise<number | undefined> {
  const token = request.headers[TEMPLATE_TOKEN_HEADER.toLowerCase()]
  if (typeof token !== 'string') return undefined
  try {
    const id = Number((await tokens.verify('template', token)).sub)
    return Number.isSafeInteger(id) && id > 0 && id <= MAX_ID ? id : undefined
  } catch {
    return undefined
  }
}
