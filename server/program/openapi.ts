import { filterFields } from '@tocsin/core/command-line/commands'
import { AGENTS, MFA_METHODS } from '@tocsin/core/base/constants'
import { CHUNK_ROWS, PLAN_ROWS } from '@tocsin/core/import/chunks'
import { IMPORT_MODES } from '@tocsin/core/import/modes'
import { fieldSchema, objectSchema, type JsonSchema } from '@tocsin/core/vocabulary/json-schema'
import { kebab } from '@tocsin/core/base/naming'
import { endingSessions } from '@tocsin/core/api/own-sessions'
import { pathOf, type Fields, type Resource } from '@tocsin/core/vocabulary/resource'
import { USER_TYPES } from '@tocsin/core/vocabulary/permissions'
import { FAILURES } from '../http/failure-codes'
import type { ServedNoun } from '../records/nouns'

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })
/** Describes a record by multipart: all of it in the field `_json`; flattened keys beside it are not looked at. */
const multipart = (schema: JsonSchema) => ({
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['_json'],
        properties: { _json: { type: 'string', contentMediaType: 'application/json', contentSchema: schema } },
      },
    },
  },
})
const envelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['success', 'data', 'meta'],
  properties: { success: { const: true }, data, meta: ref('meta'), total: { type: 'integer' } },
})
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }
const header = (name: string, description: string) => ({ name, in: 'header', description, schema: { type: 'string' } })
const KEY = header('Idempotency-Key', 'The same key gives the same answer and is carried out once; kept 7 days.')
const IF_MATCH = header('If-Match', 'The version the change is based on; a newer one is answered 409.')

const text = { type: 'string' }
/** The extra header of the answer to a repeat. */
const REPEATED = {
  'Idempotent-Replayed': {
    description: 'Present on the answer to a repeat, which is the answer to the first request with the same key.',
    schema: { const: 'true' },
  },
  'Idempotent-Request-Id': { description: 'The `X-Request-Id` of that first request.', schema: text },
}
const open = { security: [] }
const underMfaToken = { description: 'Under the token that the sign-in answered with its methods.' }
const sentTo = { type: 'object', required: ['sentTo'], properties: { sentTo: text } }
const answer = (description: string, data: JsonSchema) => ({
  responses: { '200': { description, ...json(envelope(data)) } },
})
const asked = (...names: string[]) => ({
  requestBody: {
    required: true,
    ...json({ type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, text])) }),
  },
})
const tokenAlone = { type: 'object', required: ['token'], properties: { token: text } }
const newToken = { type: 'object', required: ['token', 'name'], properties: { token: text, name: text } }
const named = {
  requestBody: { required: false, ...json({ type: 'object', properties: { name: text } }) },
}
const underSetupToken = { description: 'Under the token for the current password; of whoever asks, and nobody else.' }
const withToken = (...names: string[]) => ({ ...underSetupToken, ...asked('token', ...names) })
const person = { type: 'object', required: ['profile'], properties: { profile: ref('users') } }
const time = { type: 'string', format: 'date-time' }
const ownSession = {
  type: 'object',
  required: ['id', 'createdAt', 'lastUsedAt', 'agent', 'impersonator', 'current'],
  properties: {
    id: text,
    createdAt: time,
    lastUsedAt: time,
    agent: { enum: [...AGENTS] },
    impersonator: { type: ['string', 'null'] },
    current: { type: 'boolean' },
  },
}
const session = { type: 'object', properties: { token: text, refreshToken: text, profile: { type: 'object' } } }

/** Operations of no noun, or whose answer is no record: signing in, flags, the upload of a sheet. */
const OTHERS = {
  '/authentication/login': {
    post: { ...open, ...asked('username', 'password'), ...answer('Signed in, or a token that wants a code', session) },
  },
  '/authentication/mfa/verify': {
    post: { ...underMfaToken, ...asked('code'), ...answer('Signed in', session) },
  },
  '/authentication/mfa/resend': {
    post: { ...underMfaToken, ...asked('methodValue'), ...answer('By which method a code was sent', sentTo) },
  },
  '/authentication/restore-password/request': {
    post: {
      ...open,
      ...asked('username'),
      ...answer('phone: a code was sent; email: a link; if there is such a user', sentTo),
    },
  },
  '/authentication/restore-password/validate-code': {
    post: {
      ...open,
      ...asked('username', 'code'),
      ...answer('The token that sets a new password', tokenAlone),
    },
  },
  '/authentication/restore-password': {
    post: {
      ...open,
      ...asked('token', 'password', 'passwordConfirm'),
      ...answer('The password is set', { type: 'object' }),
    },
  },
  '/authentication/refresh-token': {
    post: { ...open, ...asked('refreshToken'), ...answer('The next tokens', session) },
  },
  '/authentication/first-root': {
    post: {
      ...open,
      description: 'Once, while nobody is there and the terminal of the server shows the code.',
      ...asked('code', 'name', 'username', 'email', 'password', 'passwordConfirm'),
      ...answer('Signed in as the first root', session),
    },
  },
  '/authentication/logout': { post: answer('The session is over', { type: 'object' }) },
  '/users/{id}/impersonate': {
    parameters: [idParameter],
    post: answer('Signed in as this user, under the session of who asked: it ends when that one does', session),
  },
  '/users/{id}/sign-in-link': {
    parameters: [idParameter],
    post: answer('A link that signs this user in, once', {
      type: 'object',
      required: ['link', 'seconds'],
      properties: { link: text, seconds: { type: 'integer' } },
    }),
  },
  '/users/{id}/sessions': {
    parameters: [idParameter],
    get: {
      description: 'Of whoever asks, and nobody else.',
      ...answer('The sessions that can still be used, the latest used first', { type: 'array', items: ownSession }),
    },
  },
  '/users/{id}/end-sessions': {
    parameters: [idParameter],
    post: {
      description: 'Ends one session, or with `others` all but the one that asks; of whoever asks, and nobody else.',
      requestBody: { required: true, ...json(objectSchema(endingSessions)) },
      ...answer('How many have ended', {
        type: 'object',
        required: ['ended'],
        properties: { ended: { type: 'integer' } },
      }),
    },
  },
  '/users/{id}/authorize/update-mfa': {
    parameters: [idParameter],
    post: { ...asked('password'), ...answer('The token for the steps of a set-up', tokenAlone) },
  },
  '/users/{id}/update-mfa': {
    parameters: [idParameter],
    post: {
      ...underSetupToken,
      requestBody: {
        required: true,
        ...json({ type: 'object', required: ['token'], properties: { token: text, email: text, phone: text } }),
      },
      ...answer('The address is to be proved', { type: 'object' }),
    },
  },
  '/users/{id}/select-mfa': {
    parameters: [idParameter],
    post: {
      ...underSetupToken,
      requestBody: {
        required: true,
        ...json({
          type: 'object',
          required: ['token', 'mfaMethod'],
          properties: { token: text, mfaMethod: { enum: MFA_METHODS }, disable: { type: ['boolean', 'null'] } },
        }),
      },
      ...answer('The method is enabled or disabled', {
        ...person,
        properties: { ...person.properties, permissions: { type: 'array', items: text } },
      }),
    },
  },
  ...Object.fromEntries(
    MFA_METHODS.flatMap((method) => [
      [
        `/users/${method}/send-verifying-code`,
        { post: { ...withToken(method), ...answer('A code was sent', sentTo) } },
      ],
      [
        `/users/${method}/verify`,
        {
          post: {
            ...underSetupToken,
            requestBody: {
              required: true,
              ...json({
                type: 'object',
                required: ['token', 'code'],
                properties: { token: text, code: text, [method]: text },
              }),
            },
            ...answer('The address is proved', person),
          },
        },
      ],
    ]),
  ),
  '/search-index': {
    get: {
      parameters: [
        header('If-None-Match', 'The version already held; while nothing changed the answer is 304.'),
        { name: 'ifVersion', in: 'query', description: 'The same, answered with an empty page.', schema: text },
        { name: 'after', in: 'query', description: 'The `meta.next` of the page before.', schema: text },
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 5000 } },
      ],
      ...answer('Records of every noun by title, a page', { type: 'array', items: ref('indexed') }),
    },
  },
  '/monitoring-providers/{id}/authenticate': {
    parameters: [idParameter],
    post: { ...named, ...answer('A new API token, told once', newToken) },
  },
  '/monitoring-providers/v2/{id}/authenticate': {
    parameters: [idParameter],
    post: { parameters: [KEY], ...named, ...answer('A new API token, told once', newToken) },
  },
  '/monitoring-providers/{id}/renew-secret': {
    parameters: [idParameter],
    post: answer('The secret that deliveries are signed with from now on, told once', {
      type: 'object',
      required: ['secret'],
      properties: { secret: text },
    }),
  },
  '/license-comments/tocsin/phases': {
    get: answer('The phases of a licence', {
      type: 'array',
      items: { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } },
    }),
  },
  '/features': { get: { ...open, ...answer('Feature flags', { type: 'array', items: { type: 'object' } }) } },
  '/documents/info': {
    get: {
      ...open,
      parameters: [{ name: 'name', in: 'query', required: true, schema: text }],
      ...answer('A published document', {
        type: 'object',
        properties: { name: text, content: text, publishedAt: text },
      }),
    },
  },
  '/clients/{id}/upload': {
    parameters: [idParameter],
    post: {
      parameters: [
        KEY,
        { name: 'dryRun', in: 'query', schema: { type: 'boolean' } },
        { name: 'mode', in: 'query', schema: { enum: [...IMPORT_MODES] } },
        { name: 'siteType', in: 'query', schema: { enum: ['site', 'team'] } },
      ],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['csvSites'],
              properties: {
                csvSites: {
                  type: 'string',
                  format: 'binary',
                  description: `A sheet of at most ${CHUNK_ROWS} rows, of a dry run ${PLAN_ROWS}`,
                },
                // In a part of a file: the rows with earlier rows of the same name and address, and their number.
                twins: { type: 'string', pattern: '^\\d{1,5}:\\d{1,7}(,\\d{1,5}:\\d{1,7})*$' },
              },
            },
          },
        },
      },
      ...answer('What became of the rows', { type: 'object' }),
    },
  },
}

const state = {
  type: 'object',
  required: ['status', 'version', 'database'],
  properties: { status: text, version: text, database: text },
}
const atTheRoot = { servers: [{ url: '/' }] }

/** The routes of the server itself, beside the API. */
const ABOUT_THE_SERVER = {
  '/healthz': { ...atTheRoot, get: { ...open, responses: { '200': { description: 'It is alive', ...json(state) } } } },
  '/readyz': {
    ...atTheRoot,
    get: {
      ...open,
      responses: {
        '200': { description: 'It reaches its database', ...json(state) },
        '503': { description: 'It does not', ...json(state) },
      },
    },
  },
  '/openapi.json': {
    ...atTheRoot,
    get: { ...open, responses: { '200': { description: 'This document', ...json({ type: 'object' }) } } },
  },
}

/** Returns OpenAPI 3.1 from the declarations: the same bounds that `check` refuses by. */
export function openApi(nouns: ReadonlyMap<string, ServedNoun>, version: string): Record<string, unknown> {
  const paths: Record<string, unknown> = {}
  const schemas: Record<string, JsonSchema> = {
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
  for (const { resource } of nouns.values()) describe(resource, paths, schemas)
  // An action whose answer is no record keeps the parameters of every action.
  for (const [path, item] of Object.entries<PathItem>(OTHERS as unknown as Record<string, PathItem>)) {
    const { post } = (paths[path] ?? {}) as PathItem
    paths[path] = post ? { ...item, post: { ...post, ...item['post'] } } : item
  }
  for (const [path, item] of Object.entries(paths)) paths[path] = withFailures(path, item as PathItem)
  const securitySchemes = { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } }
  return {
    openapi: '3.1.0',
    info: { title: 'tocsin management API', version },
    servers: [
      { url: '/api' },
      {
        url: '/api/v2/{userType}',
        description:
          'The same for one type of user, who alone is answered; not signing in, flags and public documents.',
        variables: { userType: { enum: [...USER_TYPES], default: USER_TYPES[0] } },
      },
    ],
    components: { schemas, responses: failures(), securitySchemes },
    security: [{ bearer: [] }],
    paths: { ...paths, ...ABOUT_THE_SERVER },
  }
}

type Operation = { responses: Record<string, object>; security?: unknown; parameters?: readonly unknown[] }
type PathItem = { [method: string]: Operation }

/** Returns the codes of each status, whichever route they come from. */
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

/** Paths slowed for signed-in users: codes that prove an identity, and codes that others may have. */
const SLOWED = /^\/users|^\/registration-codes|\/upload$/

/** Adds to each operation the answers to repeats and the statuses that it can fail with, by its input. */
function withFailures(path: string, item: PathItem): PathItem {
  const isOpen = path.startsWith('/authentication') || path === '/features' || path === '/documents/info'
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) => {
      if (method === 'parameters') return [method, operation]
      const writes = method !== 'get'
      const isRepeatable = operation.parameters?.includes(KEY) ?? false
      const statuses = [
        400,
        ...(isOpen && !writes ? [] : [401]),
        ...(isOpen ? [] : [403]),
        ...(path.includes('{id}') || path === '/documents/info' ? [404] : []),
        ...(operation.parameters?.includes(IF_MATCH) ? [409] : []),
        ...(writes ? [413, 415] : []),
        ...(isRepeatable ? [422] : []),
        ...(writes && (isOpen || SLOWED.test(path)) ? [429] : []),
        500,
        503,
        ...(writes ? [507] : []),
      ]
      const failed = Object.fromEntries(statuses.map((one) => [one, { $ref: `#/components/responses/${one}` }]))
      const succeeded = isRepeatable
        ? Object.fromEntries(
            Object.entries(operation.responses).map(([status, one]) => [status, { ...one, headers: REPEATED }]),
          )
        : operation.responses
      return [method, { ...operation, responses: { ...succeeded, ...failed } }]
    }),
  )
}

function describe(resource: Resource, paths: Record<string, unknown>, schemas: Record<string, JsonSchema>): void {
  const { name, can, fields, actions } = resource
  const base = `/${pathOf(resource)}`
  const answered = Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.secret))
  schemas[name] = objectSchema(answered, { partial: true })
  schemas[`${name}.draft`] = objectSchema(fields)
  schemas[`${name}.changes`] = objectSchema(fields, { partial: true })
  const one = { '200': { description: 'The record', ...json(envelope(ref(name))) } }
  const created = { '201': { description: 'The record', ...json(envelope(ref(name))) } }
  const body = (schema: JsonSchema) => ({
    requestBody: { required: true, content: { ...json(schema).content, ...multipart(schema).content } },
  })

  const filters: Fields = { ...filterFields(resource), q: { type: 'text' } }
  const query = Object.entries(filters).map(([parameter, field]) => ({
    name: parameter,
    in: 'query',
    schema: field.type === 'ref' || field.type === 'refs' ? { type: 'string' } : fieldSchema(field),
  }))
  const integers = ['limit', 'offset', 'page', 'perPage', 'after'].map((parameter) => ({
    name: parameter,
    in: 'query',
    schema: { type: 'integer', minimum: 0 },
  }))
  const texts = ['order', 'sort', 'filter', 'ids'].map((parameter) => ({
    name: parameter,
    in: 'query',
    schema: { type: 'string' },
  }))

  paths[base] = {
    get: {
      parameters: [...integers, ...texts, ...query],
      responses: {
        '200': { description: 'A page', ...json(envelope({ type: 'array', items: ref(name) })) },
      },
    },
    ...(can.create ? { post: { parameters: [KEY], ...body(ref(`${name}.draft`)), responses: created } } : {}),
  }
  const changed = { parameters: [KEY, IF_MATCH], ...body(ref(`${name}.changes`)), responses: one }
  if (can.delete)
    paths[`${base}/{id}/uses`] = {
      parameters: [idParameter],
      get: {
        responses: {
          '200': {
            description: 'What keeps the record from being deleted',
            ...json(
              envelope({
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    noun: { type: 'string' },
                    count: { type: 'integer' },
                    names: { type: 'array', items: { type: 'string' } },
                  },
                },
              }),
            ),
          },
        },
      },
    }
  paths[`${base}/{id}`] = {
    parameters: [idParameter],
    get: { responses: one },
    ...(can.update ? { put: changed, patch: changed } : {}),
    ...(can.delete
      ? { delete: { parameters: [KEY, IF_MATCH], responses: { '200': { description: 'Deleted' } } } }
      : {}),
  }
  for (const [action, { input, path }] of Object.entries(actions))
    paths[`${base}/{id}/${path ?? kebab(action)}`] = {
      parameters: [idParameter],
      post: { parameters: [KEY, IF_MATCH], ...(input ? body(objectSchema(input)) : {}), responses: one },
    }
}
