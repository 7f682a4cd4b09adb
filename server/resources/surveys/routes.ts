import { surveys } from '@tocsin/core/resources/surveys/index'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import type { FastifyInstance } from 'fastify'
import type { InScope } from '../../context/request'
import { single } from '../../http/answers'
import { answer } from '../../http/describe'
import { idOf } from '../../http/named-record'
import { needing, route } from '../../http/route'
import type { Crud } from '../../records/crud'
import type { ServedResource } from '../../records/served-resource'
import { summaryOf } from './summary'

/** Adds GET surveys/:id/summary, which counts the answers to each question over all results. */
export function surveyRoutes(
  scope: FastifyInstance,
  resources: ReadonlyMap<string, ServedResource>,
  crud: Crud,
  inScope: InScope,
): void {
  route(scope, '/surveys/:id/summary', {
    GET: {
      allowed: needing(surveys.can.view),
      describes: () =>
        answer('The number of results, and for each question what was answered', {
          type: 'object',
          properties: {
            total: { type: 'integer' },
            questions: { type: 'array', items: { type: 'object' } },
          },
        }),
      handler: async (request) => {
        const summary = await inScope(
          request,
          async (context) => {
            const survey = (await crud.get(resources.get('surveys')!, context, idOf(request))) as unknown as Survey
            return summaryOf(context, resources.get('survey-results')!, survey)
          },
          { readOnly: true },
        )
        return single(request.id, summary)
      },
    },
  })
}
