import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import { pathOf } from '@tocsin/core/vocabulary/resource'
import { licenseComments } from '@tocsin/core/resources/license-comments/index'
import { PHASES } from '@tocsin/core/resources/license-comments/types'
import type { FastifyInstance } from 'fastify'
import { page } from '../../http/answers'
import { answer, texts } from '../../http/describe'
import { requirePermission } from '../../records/crud'
import { route } from '../../http/route'
import type { InScope } from '../../context/request'

/**
 * Adds GET license-comments/tocsin/phases: the phases of a licence by id, named in the reader's language (LIC-13,
 *
 */
export function licensePhaseRoutes(scope: FastifyInstance, inScope: InScope): void {
  route(scope, `/${pathOf(licenseComments)}/phases`, {
    GET: {
      describes: () => answer('The phases of a licence', { type: 'array', items: texts('id', 'name') }),
      handler: async (request) => {
        const phases = await inScope(
          request,
          async (context) => {
            requirePermission(context, licenseComments.can.view)
            const names = licenseComments.messages[chooseLocale(context.locale)].choices?.['phase'] as Names
            return PHASES.map((id) => ({ id, name: names[id] }))
          },
          { readOnly: true },
        )
        return page(request.id, phases, phases.length)
      },
    },
  })
}

type Names = Record<(typeof PHASES)[number], string>
