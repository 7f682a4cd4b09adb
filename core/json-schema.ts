import { LIMITS, PATTERNS, MAX_ID } from './kinds'
import type { Field, Fields } from './resource'

/** The part of JSON Schema (2020-12, as OpenAPI 3.1 uses it) that the declarations need. */
export type JsonSchema = { [keyword: string]: unknown }

/** What a field's kind says of its value, before its rules. The same bounds as `check` uses (kinds.ts). */
function kindSchema(field: Field): JsonSchema {
  switch (field.type) {
    case 'text':
    case 'longtext':
    case 'html':
      return { type: 'string', maxLength: LIMITS[field.type], pattern: '^[^\\u0000]*$' }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'choice':
      return { type: 'string', enum: [...(field.choices ?? [])] }
    case 'date':
    case 'color':
    case 'phone':
    case 'email':
      return { type: 'string', maxLength: LIMITS.text, pattern: PATTERNS[field.type].source }
    case 'ref':
      return { type: 'integer', minimum: 1, maximum: MAX_ID }
    case 'refs':
      return { type: 'array', maxItems: LIMITS.items, items: { type: 'integer', minimum: 1, maximum: MAX_ID } }
    case 'group':
      return objectSchema(field.fields ?? {})
    case 'list':
      return { type: 'array', maxItems: LIMITS.items, items: objectSchema(field.fields ?? {}) }
    case 'file':
      return { type: 'string', maxLength: LIMITS.longtext }
    case 'json':
      return {}
  }
}

/** One field's schema: its kind, its rules' keywords, and null allowed unless it is required. */
export function fieldSchema(field: Field): JsonSchema {
  const rules = field.rules ?? []
  const kind = rules.reduce<JsonSchema>(
    (schema, rule) => ({ ...schema, ...rule.schema?.(field.type) }),
    kindSchema(field),
  )
  const described = {
    ...kind,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.readonly === true ? { readOnly: true } : {}),
    ...(field.secret ? { writeOnly: true } : {}),
  }
  const needed = rules.some((rule) => rule.required) && !field.when
  return needed || field.type === 'json' ? described : { anyOf: [described, { type: 'null' }] }
}

/**
 * The closed schema of a record. `partial` drops `required` (an update names only what changes); fields behind `when`
 * are never required here, since the schema cannot see the rest of the draft: `check` can.
 */
export function objectSchema(fields: Fields, { partial = false } = {}): JsonSchema {
  const entries = Object.entries(fields)
  const required = entries
    .filter(([, field]) => !field.when && field.default === undefined && field.rules?.some((rule) => rule.required))
    .map(([name]) => name)
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(field)])),
    ...(partial || required.length === 0 ? {} : { required }),
  }
}
