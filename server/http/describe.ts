import type { JsonSchema } from '@tocsin/core/vocabulary/json-schema'

/** An operation of the API description, without the answers that follow from its path and its input. */
export type Operation = {
  description?: string
  security?: readonly unknown[]
  parameters?: readonly unknown[]
  requestBody?: object
  responses: Record<string, object>
}

export const text: JsonSchema = { type: 'string' }
/** Returns the schema of an object of texts, none of which may be absent. */
export const texts = (...names: string[]): JsonSchema => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, text])),
})
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

export const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })

/** Returns the schema of the envelope of a success. */
export const envelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['success', 'data', 'meta'],
  properties: { success: { const: true }, data, meta: ref('meta'), total: { type: 'integer' } },
})
export const answer = (description: string, data: JsonSchema) => ({
  responses: { '200': { description, ...json(envelope(data)) } },
})

export const body = (schema: JsonSchema) => ({ requestBody: { required: true, ...json(schema) } })
export const bodyOfTexts = (...names: string[]) => body(texts(...names))

export const header = (name: string, description: string) => ({ name, in: 'header', description, schema: text })
export const KEY = header('Idempotency-Key', 'The same key gives the same answer and is carried out once; kept 7 days.')
export const IF_MATCH = header('If-Match', 'The version the change is based on; a newer one is answered 409.')

const DRY_RUN = {
  name: 'dryRun',
  in: 'query',
  description: 'Carries the write out and takes it back: the answer is that of the write, and nothing is written.',
  schema: { type: 'boolean' },
}
/** The parameters of every write with an idempotency key. */
export const KEYED = [KEY, DRY_RUN]

/** The part of an operation that requires no session. */
export const open = { security: [] }
