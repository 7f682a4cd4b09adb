import type { JsonSchema } from '@tocsin/core/vocabulary/json-schema'
import { USER_TYPES } from '@tocsin/core/vocabulary/permissions'
import { IF_MATCH, json, KEY, ref, text, type Operation } from '../http/describe'
import type { DescribedRoutes } from '../http/described-routes'
import { FAILURES } from '../http/failure-codes'
import { schemasOf } from '../records/resource-descriptions'
import type { ServedResource } from '../records/served-resource'
import { MOBILE } from './public-routes'

const API = '/api'
const OF_TYPE = `${API}/v2/{userType}`
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }

/** The schemas that belong to no resource. */
const SCHEMAS: Record<string, JsonSchema> = {
  meta: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string' },
      total: { type: 'integer' },
      version: text,
      next: { type: ['string', 'null'] },
      unchanged: { type: 'boolean' },
    },
  },
  indexed: {
    type: 'object',
    required: ['noun', 'id', 'title', 'subtitle', 'words'],
    properties: {
      noun: text,
      id: { type: 'integer' },
      title: text,
      subtitle: { type: ['string', 'null'] },
      words: { type: ['string', 'null'] },
    },
  },
  failure: {
    type: 'object',
    required: ['success', 'error', 'meta'],
    properties: {
      success: { const: false },
      error: {
        type: 'object',
        required: ['message'],
        properties: { message: { type: 'string' }, errors: { type: 'array' }, details: { type: 'object' } },
      },
      meta: ref('meta'),
    },
  },
}

/**
 * Returns OpenAPI 3.1, from the descriptions at the routes and from the declarations: with the same bounds that `check`
 * has. The routes for one type of user are described as another server. Of the routes outside of the API
 * only those of phones have its failures.
 */
export function openApi(
  resources: ReadonlyMap<string, ServedResource>,
  routes: DescribedRoutes,
  version: string,
): Record<string, unknown> {
  const paths: Record<string, object> = {}
  for (const [url, methods] of routes) {
    if (url.startsWith(OF_TYPE)) continue
    const isApi = url.startsWith(`${API}/`)
    const path = isApi ? url.slice(API.length) : url
    const described = isApi ? withFailures : url.startsWith(`${MOBILE}/`) ? withMobileFailures : undefined
    const operations = Object.fromEntries(
      Array.from(methods, ([method, describes]) => [
        method,
        described ? described(path, method, describes()) : describes(),
      ]),
    )
    paths[path] = {
      ...(isApi ? {} : { servers: [{ url: '/' }] }),
      ...(path.includes('{id}') ? { parameters: [ID] } : {}),
      ...operations,
    }
  }
  const schemas = Object.assign(
    { ...SCHEMAS },
    ...Array.from(resources.values(), ({ resource }) => schemasOf(resource)),
  )
  const securitySchemes = { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } }
  return {
    openapi: '3.1.0',
    info: { title: 'tocsin management API', version },
    servers: [
      { url: API },
      {
        url: OF_TYPE,
        description:
          'The same for one type of user, who alone is answered; not signing in, flags and public documents.',
        variables: { userType: { enum: [...USER_TYPES], default: USER_TYPES[0] } },
      },
    ],
    components: { schemas, responses: failures(), securitySchemes },
    security: [{ bearer: [] }],
    paths,
  }
}

/** Returns the answers of each status, with the codes of all routes. */
function failures(): Record<string, unknown> {
  const retry = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
  return Object.fromEntries(
    Object.entries(FAILURES).map(([status, { meaning, codes }]) => [
      status,
      {
        description: meaning,
        ...(status === '429' || status === '503' ? { headers: retry } : {}),
        ...json({
          allOf: [ref('failure'), { properties: { error: { properties: { message: { enum: [...codes] } } } } }],
        }),
      },
    ]),
  )
}

/**
 * Paths that can answer 429 to signed-in users: those with codes that prove an identity, or with codes that others may
 * have; and to programs with a wrong token, and a provider that posts too many messages.
 */
const SLOWED = /^\/users|^\/registration-codes|^\/alerts|^\/alert-|^\/broadcast-messages|\/upload$|\/result$|\/files$/

/** Paths that take the answer to a survey, or a part of it. */
const OF_SURVEY = /\/(result|files)$/

/** Adds to an operation the headers of a repeated answer, and the statuses with which it can fail, by its input. */
function withFailures(path: string, method: string, operation: Operation): Operation {
  const isOpen = path.startsWith('/authentication') || path === '/features' || path === '/documents/info'
  const writes = method !== 'get'
  const isRepeatable = operation.parameters?.includes(KEY) ?? false
  const statuses = [
    400,
    ...(isOpen && !writes ? [] : [401]),
    ...(isOpen ? [] : [403]),
    ...(path.includes('{id}') || path === '/documents/info' ? [404] : []),
    ...(operation.parameters?.includes(IF_MATCH) || path.endsWith('/files') ? [409] : []),
    ...(OF_SURVEY.test(path) ? [410] : []),
    ...(writes ? [413, 415] : []),
    ...(isRepeatable ? [422] : []),
    ...(writes && (isOpen || SLOWED.test(path)) ? [429] : []),
    500,
    503,
    ...(writes ? [507] : []),
  ]
  const succeeded = isRepeatable
    ? Object.fromEntries(
        Object.entries(operation.responses).map(([status, one]) => [status, { ...one, headers: REPEATED }]),
      )
    : operation.responses
  return failingWith(statuses, { ...operation, responses: succeeded })
}

/** Adds the statuses with which a call of a phone can fail. */
function withMobileFailures(path: string, method: string, operation: Operation): Operation {
  const ofSurvey = OF_SURVEY.test(path) ? [403, 404, ...(path.endsWith('/files') ? [409] : []), 410] : []
  const slowed = path.endsWith('/register') ? [429] : []
  const statuses =
    method === 'get' ? [400, 401, ...slowed, 500, 503] : [400, 401, ...ofSurvey, 413, 415, 429, 500, 503, 507]
  return failingWith(statuses, operation)
}

function failingWith(statuses: readonly number[], operation: Operation): Operation {
  const failed = Object.fromEntries(statuses.map((one) => [one, { $ref: `#/components/responses/${one}` }]))
  return { ...operation, responses: { ...operation.responses, ...failed } }
}

/** The extra headers of a repeated answer. */
const REPEATED = {
  'Idempotent-Replayed': {
    description: 'Present on the answer to a repeat, which is the answer to the first request with the same key.',
    schema: { const: 'true' },
  },
  'Idempotent-Request-Id': { description: 'The `X-Request-Id` of that first request.', schema: text },
}
