import { objectSchema } from '@tocsin/core/vocabulary/json-schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../attempts/requester'
import { withClient } from '../context/actor'
import type { PartsOf } from '../context/request'
import { single } from '../http/answers'
import { answer, body, envelope, header, json, open, text, texts } from '../http/describe'
import { badParameter, notFound } from '../http/failures'
import { recordOf } from '../http/input'
import { idOf } from '../http/named-record'
import { route, type Methods } from '../http/route'
import { storeAttachment } from './files'
import { answerSurvey, clientOfSurvey, RESULT, type Answering } from './results'
import { parametersOf } from './parameters'
import { linkConfig, phoneConfig } from './surveys'
import { needingToken, readLink, readPhone } from './tokens'

const list = { type: 'array', items: { type: 'object' } } as const
const integer = { type: 'integer' } as const
const channel = {
  type: 'object',
  required: ['id', 'name', 'label', 'channelType', 'Surveys'],
  properties: {
    id: integer,
    name: text,
    label: { type: ['string', 'null'] },
    title: text,
    channelType: text,
    primary: { type: 'boolean' },
    parentId: { type: ['integer', 'null'] },
    displayOrder: integer,
    config: { type: 'object' },
    Surveys: list,
  },
} as const
const describeConfig =
  (whose: string, parameters: readonly unknown[] = []) =>
  () => ({
    ...open,
    parameters: [{ ...header('token', `The token of ${whose}`), required: true }, ...parameters],
    ...answer('Channels with their surveys, and profiles with those that wait for their answer', {
      properties: { channels: { type: 'array', items: channel }, profiles: list },
    }),
  })
const described = { properties: { id: integer, createdAt: text, again: { type: 'boolean' } } } as const
const describeResult = (whose: string) => () => ({
  ...open,
  parameters: [{ ...header('token', `The token of ${whose}`), required: true }],
  ...body(objectSchema(RESULT)),
  responses: {
    '201': { description: 'The answer is stored', ...json(envelope(described)) },
    '200': { description: 'An earlier answer is stored; nothing is written', ...json(envelope(described)) },
  },
})

/** The asker of a path: a phone or the bearer of a link, by the kind of its token. */
type Asker = { kind: 'mobile' | 'survey'; whose: string; read: (request: FastifyRequest) => Promise<Answering> }

/** Returns the method that stores the answers of an asker. */
const resultOf = (partsOf: PartsOf, { kind, whose, read }: Asker): Methods => ({
  POST: {
    allowed: needingToken(partsOf, kind),
    describes: describeResult(whose),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const answering = await read(request)
      const { isNew, answer: stored } = await answerSurvey(
        partsOf(request),
        answering,
        idOf(request),
        recordOf(request.body),
        originOf(request),
      )
      reply.status(isNew ? 201 : 200)
      return single(request.id, stored)
    },
  },
})

export const describeFile = (whose: string) => () => ({
  ...open,
  parameters: [{ ...header('token', `The token of ${whose}`), required: true }],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['field', 'file'],
          properties: { field: text, file: { type: 'string', format: 'binary' } },
        },
      },
    },
  },
  responses: {
    '201': {
      description: 'The file is stored; an answer names it as it is told here',
      ...json(envelope(texts('type', 'url'))),
    },
  },
})

/** Returns the method that stores a file for the answer of an asker. */
const fileOf = (partsOf: PartsOf, { kind, whose, read }: Asker): Methods => ({
  POST: {
    allowed: needingToken(partsOf, kind),
    forms: 'own',
    describes: describeFile(whose),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const stored = await storeAttachment(partsOf(request), await read(request), idOf(request), request)
      reply.status(201)
      return single(request.id, stored)
    },
  },
})

/** Adds what the bearers of survey links call, below /api: they have no session. */
export function linkRoutes(
  scope: FastifyInstance,
  partsOf: PartsOf,
  refuseKnown: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  route(scope, '/public/config', {
    GET: {
      describes: describeConfig('a link'),
      handler: async (request) => {
        parametersOf(request)
        const parts = partsOf(request)
        const link = await readLink(parts, request)
        const clientId = await clientOfSurvey(parts, link.surveyId)
        const read = { readOnly: true }
        return single(request.id, await withClient(parts, clientId, (tx) => linkConfig(tx, clientId, link), read))
      },
    },
  })
  const byLink: Asker = {
    kind: 'survey',
    whose: 'a link',
    read: async (request) => ({ link: await readLink(partsOf(request), request) }),
  }
  route(scope, '/surveys/:id/result', resultOf(partsOf, byLink))
  route(scope, '/surveys/:id/files', fileOf(partsOf, byLink))
  // An unknown path below it is 404 for everybody, and not 401.
  scope.all('/public/*', { config: { refuses: true } }, async (request, reply) => {
    refuseKnown(request, reply)
    throw notFound()
  })
}

/** Adds what phones read and answer, below /mobile. */
export function phoneRoutes(scope: FastifyInstance, partsOf: PartsOf, patch: Methods): void {
  const config: Methods = {
    GET: {
      describes: describeConfig('a mobile profile', [
        { name: 'profileId', in: 'query', schema: { type: 'integer', minimum: 1 } },
      ]),
      handler: async (request) => {
        const { profileId } = parametersOf(request, 'profileId')
        const phone = await readPhone(partsOf, request)
        // A token opens the config of its own profile alone.
        if (profileId !== undefined && profileId !== String(phone.id)) throw badParameter('profileId')
        const read = { readOnly: true }
        return single(
          request.id,
          await withClient(partsOf(request), phone.clientId, (tx) => phoneConfig(tx, phone), read),
        )
      },
    },
  }
  route(scope, '/config', config)
  route(scope, '/v2/config', { ...config, ...patch })
  const byPhone: Asker = {
    kind: 'mobile',
    whose: 'a mobile profile',
    read: async (request) => ({ phone: await readPhone(partsOf, request) }),
  }
  route(scope, '/v2/surveys/:id/result', resultOf(partsOf, byPhone))
  route(scope, '/v2/surveys/:id/files', fileOf(partsOf, byPhone))
}
