import { VISIBILITIES } from '@tocsin/core/resources/templates/types'
import { TEMPLATE_TOKEN_HEADER } from '@tocsin/core/base/constants'
import { templates } from '@tocsin/core/resources/templates/index'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import { pathOf } from '@tocsin/core/vocabulary/resource'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context/context'
import type { Parts } from '../../context/parts'
import type { InScope } from '../../context/request'
import { page, single } from '../../http/answers'
import { answer, text, texts } from '../../http/describe'
import { forbidden } from '../../http/failures'
import { idOf } from '../../http/named-record'
import { needing, route } from '../../http/route'
import { writeAudit } from '../../records/audit'
import { requirePermission, type Crud } from '../../records/crud'
import { refuseLocked } from '../../records/locked-clients'
import type { ServedResource } from '../../records/served-resource'
import { beyondSite } from '../../records/tenancy'

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
          const { id, clientId, visibility } = await crud.get(served, context, idOf(request))
          const isPublic = visibility === 'public'
          if (!isPublic) await requireMayShare(context, served, clientId)
          // A probe of the address gives nobody a token.
          if (request.method === 'HEAD') return null
          await writeAudit(context, {
            noun: templates.name,
            recordId: id,
            verb: 'share',
            clientId: typeof clientId === 'number' ? clientId : context.actor.ClientId,
            changes: {},
          })
          const claims = { sub: String(id), ...(isPublic ? { jti: WHILE_PUBLIC } : {}) }
          return context.parts.tokens.sign('template', claims, context.parts.now())
        })
        return single(request.id, { token })
      },
    },
  })
}

/** Marks the token of a public template: it opens the template only as long as that is public. */
const WHILE_PUBLIC = 'while-public'

/** Throws ApiError unless the actor may show others a template that only its client sees. */
async function requireMayShare(context: Context, served: ServedResource, clientId: unknown): Promise<void> {
  // A person who sees a template by a token cannot pass it on.
  if (typeof clientId !== 'number' || beyondSite(served, context.actor)) throw forbidden([])
  requirePermission(context, templates.can.update)
  await refuseLocked(context, clientId)
}

type Names = Record<(typeof VISIBILITIES)[number], string>

/** Returns the template that the token of a request opens; undefined without a token, or with one that opens nothing. */
export async function sharedTemplate({ tokens }: Parts, request: FastifyRequest): Promise<number | undefined> {
  const token = request.headers[TEMPLATE_TOKEN_HEADER.toLowerCase()]
  if (typeof token !== 'string') return undefined
  try {
    const { sub, jti } = await tokens.verify('template', token)
    const id = jti === WHILE_PUBLIC ? NaN : Number(sub)
    return Number.isSafeInteger(id) && id > 0 && id <= MAX_ID ? id : undefined
  } catch {
    return undefined
  }
}
