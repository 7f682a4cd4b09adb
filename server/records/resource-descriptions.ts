import { kebab } from '@tocsin/core/base/naming'
import { filterFields } from '@tocsin/core/vocabulary/filters'
import { fileFields, MAX_FILE, namesOfTypes } from '@tocsin/core/vocabulary/files'
import { fieldSchema, objectSchema, type JsonSchema } from '@tocsin/core/vocabulary/json-schema'
import type { Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { answer, envelope, IF_MATCH, json, KEYED, ref, text, texts, type Operation } from '../http/describe'
import type { ServedResource } from './served-resource'

/** Returns the schemas of a resource's records by name: as returned, as created, as changed. */
export function schemasOf({ name, fields, creation }: Resource): Record<string, JsonSchema> {
  const answered = Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.secret))
  return {
    [name]: objectSchema(answered, { partial: true }),
    [`${name}.draft`]: objectSchema({ ...fields, ...creation?.input }),
    [`${name}.changes`]: objectSchema(fields, { partial: true }),
  }
}

/**
 * Describes a body with a record as JSON, or by multipart with the whole record in `_json` and the file of a field; the
 * flattened keys beside it are ignored.
 */
const recordBody = (schema: JsonSchema, fields: Fields) => ({
  requestBody: {
    required: true,
    content: {
      ...json(schema).content,
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['_json'],
          properties: {
            _json: { type: 'string', contentMediaType: 'application/json', contentSchema: schema },
            ...Object.fromEntries(
              fileFields(fields).map(({ path, upload: { as, types } }) => [
                as,
                {
                  type: 'string',
                  format: 'binary',
                  maxLength: MAX_FILE,
                  description: `${namesOfTypes(types)}; its address is written into ${path}`,
                },
              ]),
            ),
          },
        },
      },
    },
  },
})

const record = ({ name }: Resource) => answer('The record', ref(name))

export function describeList(resource: Resource): Operation {
  const parameter = (name: string, schema: JsonSchema) => ({ name, in: 'query', schema })
  const filters: Fields = { ...filterFields(resource), ...(resource.unsearched ? {} : { q: { type: 'text' } }) }
  return {
    parameters: [
      ...['limit', 'offset', 'page', 'perPage', 'after', 'upTo'].map((name) =>
        parameter(name, { type: 'integer', minimum: 0 }),
      ),
      ...['order', 'sort', 'filter', 'where', 'ids'].map((name) => parameter(name, text)),
      ...Object.entries(filters).map(([name, field]) =>
        parameter(name, field.type === 'ref' || field.type === 'refs' ? text : fieldSchema(field)),
      ),
    ],
    ...answer('A page', { type: 'array', items: ref(resource.name) }),
  }
}

export const describeGet = (resource: Resource): Operation => record(resource)

export const describeCreate = ({ name, fields, creation }: Resource): Operation => {
  const once = creation?.secret
  const made = once === undefined ? ref(name) : { allOf: [ref(name), objectWith(once)] }
  const description = once === undefined ? 'The record' : `The record, and its ${once}, which is told only now`
  return {
    parameters: KEYED,
    ...recordBody(ref(`${name}.draft`), fields),
    responses: { '201': { description, ...json(envelope(made)) } },
  }
}

const objectWith = (name: string) => ({ type: 'object', required: [name], properties: { [name]: { type: 'string' } } })

export const describeUpdate = (resource: Resource): Operation => ({
  parameters: [...KEYED, IF_MATCH],
  ...actionsOfUpdates(resource),
  ...recordBody(ref(`${resource.name}.changes`), resource.fields),
  ...record(resource),
})

/** Says which fields of an update run an action. */
function actionsOfUpdates({ actions }: Resource): { description?: string } {
  const lines = Object.entries(actions).flatMap(([action, { setsInUpdate: field, input = {} }]) => {
    const given = Object.keys(input)
    const withInput = given.length > 0 ? `, with ${given.join(', ')} as its input` : ''
    return field === undefined
      ? []
      : [`Another ${field} runs the action ${kebab(action)}${withInput}; the server stores its own time.`]
  })
  return lines.length > 0 ? { description: lines.join(' ') } : {}
}

export const describeDelete = (): Operation => ({
  parameters: [...KEYED, IF_MATCH],
  responses: { '200': { description: 'Deleted' } },
})

export const describeUses = (): Operation =>
  answer('What keeps the record from being deleted', {
    type: 'array',
    items: {
      type: 'object',
      properties: { noun: text, count: { type: 'integer' }, names: { type: 'array', items: text } },
    },
  })

/**
 * Describes an action by its input. An action that does not return the record has its own answer and the usual
 * parameters.
 */
export function describeAction({ resource, overrides }: ServedResource, action: string): Operation {
  const { input, partial = false, secret } = resource.actions[action] ?? {}
  return {
    parameters: [...KEYED, IF_MATCH],
    ...(input ? recordBody(objectSchema(input, { partial }), input) : {}),
    ...(secret ? answer('A secret in place of the record, told once', texts(secret)) : record(resource)),
    ...overrides.apiDescriptions?.[action]?.(),
  }
}
