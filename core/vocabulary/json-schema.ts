import { BREAKS, CONTROLS, LIMITS, MAX_ID, PATTERNS, TEXT_TYPES, UNSEEN, WEB_ADDRESS, WITHOUT_USER } from './kinds'
import { FILE_ADDRESS } from './files'
import { fieldsOf, groupByKind } from './fields-of'
import type { Field, Fields } from './resource'
import { required } from './rules'

/** The part of JSON Schema (2020-12, as OpenAPI 3.1 uses it) that the declarations need. */
export type JsonSchema = { [keyword: string]: unknown }

/** Returns the schema of a field's kind, before its rules. It has the same bounds as `check` (kinds.ts). */
function kindSchema(field: Field): JsonSchema {
  switch (field.type) {
    case 'text':
      return {
        type: 'string',
        maxLength: LIMITS.text,
        pattern: STORABLE,
        ...(field.secret || field.lines === 'several' ? {} : { allOf: [{ pattern: IN_ONE_LINE }] }),
      }
    case 'longtext':
    case 'html':
      return { type: 'string', maxLength: LIMITS[field.type], pattern: STORABLE }
    case 'number':
      return { type: 'number' }
    case 'integer':
      return { type: 'integer', minimum: -MAX_ID, maximum: MAX_ID }
    case 'boolean':
      return { type: 'boolean' }
    case 'choice':
      return { type: 'string', enum: [...(field.choices ?? [])] }
    case 'url': {
      const webAddress = [{ pattern: WEB_ADDRESS.source }, { pattern: WITHOUT_USER.source }]
      return {
        type: 'string',
        maxLength: LIMITS.url,
        pattern: STORABLE,
        ...(field.upload
          ? { anyOf: [{ allOf: webAddress }, { pattern: FILE_ADDRESS.source }] }
          : { allOf: webAddress }),
      }
    }
    case 'date':
    case 'color':
    case 'phone':
    case 'email':
      return {
        type: 'string',
        maxLength: LIMITS.text,
        pattern: STORABLE,
        allOf: [{ pattern: PATTERNS[field.type].source }],
      }
    case 'ref':
      return ID
    case 'refs':
      return { type: 'array', maxItems: LIMITS.items, items: referenceSchema(field) }
    case 'group':
      return objectSchema(fieldsOf(field))
    case 'list':
      return { type: 'array', maxItems: LIMITS.items, items: objectSchema(fieldsOf(field)) }
    case 'tags':
      return {
        anyOf: [
          {
            type: 'array',
            maxItems: LIMITS.tags,
            items: {
              type: 'string',
              maxLength: LIMITS.tag,
              allOf: [{ pattern: STORABLE }, { pattern: IN_ONE_LINE }, { pattern: '^[^,]*$' }],
            },
          },
          // The same between commas.
          {
            type: 'string',
            maxLength: LIMITS.text,
            allOf: [{ pattern: STORABLE }, { pattern: IN_ONE_LINE }, { pattern: TAGS_IN_TEXT }],
          },
        ],
      }
    case 'json':
      return {}
  }
}

const ID = { type: 'integer', minimum: 1, maximum: MAX_ID }

/** The schema of one of several references: an id or, where answers tell of the records, one as an answer has it. */
function referenceSchema({ told }: Field): JsonSchema {
  if (!told) return ID
  const properties = { id: ID, ...Object.fromEntries(told.map((name) => [name, { type: 'string' }])) }
  return { anyOf: [ID, { type: 'object', additionalProperties: false, required: ['id'], properties }] }
}

/** No U+0000 and no half a surrogate pair: PostgreSQL text holds neither. Patterns are Unicode ones (2020-12, 6.4). */
const STORABLE = `^[^${CONTROLS}\\ud800-\\udfff]*$`

/**
 * Text in one line. Blanks around it are dropped, so a line end among them does not count. Its parts begin and end with
 * a character that is no blank: overlapping parts would be tried in every way, which takes minutes for many blanks.
 */
const IN_ONE_LINE = `^\\s*([^\\s${BREAKS}]([^${BREAKS}]*[^\\s${BREAKS}])?)?\\s*$`

/** Tags between commas, as `kindReason` takes them. */
const TAGS_IN_TEXT = `^[^,]{0,${LIMITS.tag}}(,[^,]{0,${LIMITS.tag}}){0,${LIMITS.tags - 1}}$`

const TIGHTER: { readonly [keyword: string]: (one: number, other: number) => number } = {
  maxLength: Math.min,
  maxItems: Math.min,
  maximum: Math.min,
  minLength: Math.max,
  minItems: Math.max,
  minimum: Math.max,
  exclusiveMinimum: Math.max,
}

/** Returns a schema that requires both: the tighter of two bounds, and all patterns. */
function narrowed(schema: JsonSchema, more: JsonSchema): JsonSchema {
  const result = { ...schema }
  for (const [keyword, value] of Object.entries(more)) {
    const before = result[keyword]
    const tighter = TIGHTER[keyword]
    if (tighter && typeof before === 'number') result[keyword] = tighter(before, value as number)
    else if (Array.isArray(before) && Array.isArray(value)) result[keyword] = [...before, ...value]
    else result[keyword] = value
  }
  return result
}

/**
 * Returns the schema of one field: its kind, the keywords of its rules, and the values that count as empty. Null is one
 * unless the field is required and has no default. Blank text is one where text may be absent.
 */
export function fieldSchema(field: Field): JsonSchema {
  const rules = field.rules ?? []
  const kind = rules.reduce<JsonSchema>(
    (schema, rule) => narrowed(schema, rule.schema?.(field.type) ?? {}),
    kindSchema(field),
  )
  const described = {
    ...kind,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.readonly === true && field.sameAs === undefined ? { readOnly: true } : {}),
    ...(field.secret ? { writeOnly: true } : {}),
  }
  const needed = rules.some((rule) => rule.required) && !field.when
  if (field.type === 'json') return described
  const nothing: JsonSchema[] = []
  if (!needed || field.default !== undefined) {
    if (TEXT_TYPES.has(field.type)) nothing.push({ type: 'string', pattern: `^[${UNSEEN}]*$` })
    nothing.push({ type: 'null' })
  }
  return nothing.length > 0 ? { anyOf: [described, ...nothing] } : described
}

/**
 * Returns the closed schema of a record. `partial` drops `required` (an update names only what changes). Fields with a
 * `when` are never required here, because the schema, unlike `check`, does not see the rest of the draft.
 */
export function objectSchema(fields: Fields, { partial = false } = {}): JsonSchema {
  const entries = Object.entries(fields)
  const needed = entries
    .filter(([, field]) => !field.when && field.default === undefined && field.rules?.some((rule) => rule.required))
    .map(([name]) => name)
  const underEither = entries.flatMap(([other, { sameAs }]) =>
    sameAs !== undefined && needed.includes(sameAs) ? [[sameAs, other]] : [],
  )
  const alone = needed.filter((name) => !underEither.some(([one]) => one === name))
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(entries.map(([name, field]) => [name, field.variants ? {} : fieldSchema(field)])),
    ...(partial || alone.length === 0 ? {} : { required: alone }),
    ...(partial || underEither.length === 0 ? {} : { allOf: underEither.map((names) => eitherOf(fields, names)) }),
    ...byKind(fields, partial),
  }
}

/** Requires one of the names of a field, each with what the field itself wants. */
const eitherOf = (fields: Fields, names: readonly string[]): JsonSchema => ({
  anyOf: names.map((name) => ({ properties: { [name]: fieldSchema(fields[names[0]!]!) }, required: [name] })),
})

/**
 * The schemas of a group whose fields differ by kind, one for each kind. A record that does not say its kind has the
 * default one. An update need not say it: then any kind's fields are let through, since the schema cannot see the record.
 */
function byKind(fields: Fields, partial: boolean): JsonSchema {
  const group = groupByKind(fields)
  if (!group) return {}
  const { name, field } = group
  const { by, of } = group.variants
  const kinds = Object.keys(of)
  const schemas = kinds.map((kind): JsonSchema => {
    const { variants: _, default: preset, ...plain } = field
    const own = fieldsOf(field, { [by]: kind })
    // A group with something that must be given has to be there itself.
    const { required: inner, allOf } = objectSchema(own)
    const isNeeded = !partial && (inner ?? allOf) !== undefined
    const inside = isNeeded
      ? fieldSchema({ ...plain, fields: own, rules: [...(plain.rules ?? []), required()] })
      : fieldSchema({ ...plain, fields: own, default: preset })
    const isDefault = kind === fields[by]?.default
    const wanted = partial ? [] : [...(isDefault ? [] : [by]), ...(isNeeded ? [name] : [])]
    return {
      properties: {
        [by]: isDefault ? { not: { enum: kinds.filter((other) => other !== kind) } } : { const: kind },
        [name]: inside,
      },
      ...(wanted.length > 0 ? { required: wanted } : {}),
    }
  })
  return { [partial ? 'anyOf' : 'oneOf']: schemas }
}
