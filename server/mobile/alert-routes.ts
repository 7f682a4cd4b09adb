import { objectSchema } from '@tocsin/core/vocabulary/json-schema'
import type { FastifyInstance } from 'fastify'
import { requesterOf } from '../attempts/requester'
import type { PartsOf } from '../context/request'
import { single } from '../http/answers'
import { body, envelope, header, json, open, text, texts } from '../http/describe'
import { forbidden, notFound } from '../http/failures'
import { recordOf } from '../http/input'
import { idOf } from '../http/named-record'
import { route } from '../http/route'
import { ALERT, alertChannelOf, formOf, raiseAlert, senderOf } from './alerts'
import { refuseTooManyFiles, storeFile } from './files'
import { describeFile } from './survey-routes'
import { needingToken, readPhone } from './tokens'

const parameters = [{ ...header('token', 'The token of a mobile profile'), required: true }]
const told = {
  properties: {
    id: { type: 'integer' },
    uuid: text,
    createdAt: text,
    generatedAt: text,
    givenAt: { ...text, description: 'The time that the phone told, where it is more than a day off' },
    leftOut: { type: 'array', description: 'What was wrong and is not stored', items: texts('field', 'message') },
    again: { type: 'boolean' },
  },
} as const

/** Adds the paths by which phones raise alerts, below /mobile. */
export function alertRoutes(scope: FastifyInstance, partsOf: PartsOf): void {
  route(scope, '/alerts', {
    POST: {
      allowed: needingToken(partsOf, 'mobile'),
      describes: () => ({
        ...open,
        parameters,
        ...body(objectSchema(ALERT)),
        responses: {
          '201': { description: 'The alert is raised', ...json(envelope(told)) },
          '200': { description: 'The alert of this uuid; nothing is written', ...json(envelope(told)) },
        },
      }),
      handler: async (request, reply) => {
        const phone = await readPhone(partsOf, request)
        const raised = await raiseAlert(partsOf(request), phone, recordOf(request.body), requesterOf(request))
        reply.status(raised.isNew ? 201 : 200)
        return single(request.id, raised.answer)
      },
    },
  })
  route(scope, '/channels/:id/files', {
    POST: {
      allowed: needingToken(partsOf, 'mobile'),
      forms: 'own',
      describes: describeFile('a mobile profile'),
      handler: async (request, reply) => {
        const parts = partsOf(request)
        const phone = await readPhone(partsOf, request)
        if (phone.status !== 'active') throw forbidden([], `resources.maps.is.${phone.status}`)
        await refuseTooManyFiles(parts, `phone ${phone.id}`, request)
        const [clientId, channelId] = [phone.clientId, idOf(request)]
        const stored = await storeFile(parts, request, {
          clientId,
          sender: senderOf(parts, phone, channelId),
          askedOf: async (tx) => {
            const channel = await alertChannelOf(tx, phone, channelId)
            if (!channel) throw notFound()
            return { form: formOf(channel), anonymous: channel.config['anonymous'] === true }
          },
        })
        reply.status(201)
        return single(request.id, stored)
      },
    },
  })
}
