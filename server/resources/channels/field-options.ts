import { readChoicesSheet } from '@tocsin/core/form/choices-sheet'
import { CHOICES_PART, FIELD_OPTIONS_PATH, fieldTypes, hasLevels } from '@tocsin/core/form/field-options'
import { CHOSEN_TYPES } from '@tocsin/core/form/schema-rules'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import type { FastifyInstance } from 'fastify'
import type { InScope } from '../../context/request'
import { page, single } from '../../http/answers'
import { answer, texts } from '../../http/describe'
import { badParameter, refuseProblems } from '../../http/failures'
import { readMultipart } from '../../http/multipart-body'
import { needing, route } from '../../http/route'
import { uploads } from '../../http/upload-places'
import { requirePermission } from '../../records/crud'
import type { ServedResource } from '../../records/served-resource'

/** Adds GET and POST channels/params/options: the types of a form's field, and the choices in a sheet (CHAN-24, CHAN-25). */
export function fieldOptionRoutes(scope: FastifyInstance, channels: ServedResource, inScope: InScope): void {
  const { can } = channels.resource
  route(scope, `/${FIELD_OPTIONS_PATH}`, {
    GET: {
      allowed: needing(can.view),
      describes: () => answer('The types of a form’s field', { type: 'array', items: texts('id', 'name') }),
      handler: async (request) => {
        const types = await inScope(
          request,
          async (context) => {
            requirePermission(context, can.view)
            return fieldTypes(context.parts.features, chooseLocale(context.locale))
          },
          { readOnly: true },
        )
        return page(request.id, types, types.length)
      },
    },
    POST: {
      allowed: needing(can.update),
      forms: 'own',
      describes: () => ({
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: [CHOICES_PART],
                properties: {
                  [CHOICES_PART]: {
                    type: 'string',
                    format: 'binary',
                    description: 'A CSV sheet of at most 1 MiB: a column for each level, or the texts and the values',
                  },
                  type: { enum: [...CHOSEN_TYPES], default: 'multilayer_dropdown' },
                },
              },
            },
          },
        },
        ...answer('The choices of the sheet', { type: 'object' }),
      }),
      handler: async (request) => {
        // The permission is checked before the body is read.
        await inScope(request, async (context) => requirePermission(context, can.update), { readOnly: true })
        return uploads.within(request.party, async () => {
          const { values, files } = await readMultipart(request)
          const { type = 'multilayer_dropdown', ...unknown } = values
          const [surplus] = Object.keys(unknown)
          if (surplus !== undefined) throw badParameter(surplus, 'UNKNOWN_PARAMETER')
          if (!CHOSEN_TYPES.some((one) => one === type)) throw badParameter('type')
          const file = files.get(CHOICES_PART)
          if (!file || files.size !== 1) throw badParameter(CHOICES_PART)
          const read = await readChoicesSheet(file.bytes, { levels: hasLevels(String(type)) })
          if ('problems' in read) refuseProblems(read.problems.map((problem) => ({ field: CHOICES_PART, ...problem })))
          return single(request.id, read)
        })
      },
    },
  })
}
