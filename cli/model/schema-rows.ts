import { labelOf } from '@tocsin/core/vocabulary/field-words'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { fieldSchema, type JsonSchema } from '@tocsin/core/vocabulary/json-schema'
import type { Field, Fields, Resource } from '@tocsin/core/vocabulary/resource'
import type { Context } from '../context'

/** A field of a resource. `writable` is `always`, `create` (given once) or `no`. */
type SchemaRow = {
  id: string
  field: string
  type: string
  required: boolean
  writable: 'always' | 'create' | 'no'
  choices: string | null
  rules: string | null
  about: string
}

/** Returns a row for each field of a resource, those of groups with dots. Secret fields are among them: they can be given. */
export const schemaRows = ({ t }: Pick<Context, 't'>, resource: Resource): SchemaRow[] =>
  leavesOf(resource.fields).map(([path, field]) => ({
    id: path,
    field: path,
    type: field.of === undefined ? field.type : `${field.type} ${field.of}`,
    required: field.readonly !== true && !field.when && field.default === undefined && hasRequired(field),
    writable: field.readonly === true ? 'no' : field.readonly ? 'create' : 'always',
    choices: field.choices?.join(', ') ?? null,
    rules: rulesOf(field),
    about: labelOf(resource, path, t),
  }))

const hasRequired = ({ rules }: Field) => rules?.some((rule) => rule.required) ?? false

/** A field in a group that only the server writes is written by it as well. */
function leavesOf(fields: Fields, path = '', readonly?: Field['readonly']): [string, Field][] {
  return Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    const own: Field = readonly === undefined ? field : { ...field, readonly }
    if (field.type === 'group') return leavesOf(fieldsOf(field), `${path}${name}.`, own.readonly)
    return [[path + name, own]]
  })
}

/** The keywords of JSON Schema that a person reads as well. */
const KEYWORDS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'exclusiveMinimum', 'maximum', 'default']

/** Returns the bounds of a field that can be given, as JSON Schema names them, and its default. */
function rulesOf(field: Field): string | null {
  // The bounds of an id say nothing about the field.
  if (field.readonly === true || field.type === 'ref') return null
  const schema = fieldSchema(field)
  // A field that may be empty is one of two schemas, of which the first says what it holds.
  const described = Array.isArray(schema['anyOf']) ? { ...schema, ...(schema['anyOf'][0] as JsonSchema) } : schema
  const all = KEYWORDS.flatMap((keyword) =>
    described[keyword] === undefined || described[keyword] === null
      ? []
      : [`${keyword} ${JSON.stringify(described[keyword])}`],
  )
  return all.length > 0 ? all.join('; ') : null
}
