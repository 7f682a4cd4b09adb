import { camel, flagOf } from '../base/naming'
import { MAX_GROUP_DEPTH } from '../resources/channels/order'
import { opensChannels } from '../resources/channels/kinds/index'
import { LIMITS } from '../vocabulary/kinds'
import { isEmpty } from '../vocabulary/empty'
import type { Field, Fields, Resource, Rule } from '../vocabulary/resource'
import type { Kind } from './kinds'

/** The key of the records inside a file. */
export const INSIDE = 'channels'

/**
 * Returns the fields that are configuration among those of a resource or of a group in it: not the numbers and states that
 * only the server writes, secrets, requests, and what the place in a file says.
 */
export const configuredIn = (fields: Fields, { name: own, tenant }: Resource): [name: string, field: Field][] =>
  Object.entries(fields).filter(
    ([name, { readonly, secret, momentary, partOf, type, of }]) =>
      readonly !== true && !secret && !momentary && !partOf && name !== tenant && !(type === 'ref' && of === own),
  )

/** Returns the key of a field in a file. A reference is given by a name, so its key loses the Id: `projectId` → `project`. */
export const keyOf = (name: string, { type }: Field): string =>
  type === 'ref' || type === 'refs' ? camel(flagOf(name)) : name

/** Returns the key for references to records that the provider offers to every client: `offeredMonitoringProviders`. */
export const offeredKeyOf = (name: string, field: Field): string => {
  const key = keyOf(name, field)
  return `offered${key.charAt(0).toUpperCase()}${key.slice(1)}`
}

const isText = (value: unknown) => typeof value === 'string' && value.length <= LIMITS.text && !isEmpty(value)

/** Requires a list of names. */
const namesOnly: Rule = (value) =>
  isEmpty(value) || (Array.isArray(value) && value.length <= LIMITS.items && value.every(isText))
    ? null
    : { key: 'configuration.names' }

const shown = new WeakMap<Resource, Fields>()
const whole = new WeakMap<Resource, Fields>()

/** Returns what is kept for a resource, and makes it the first time. */
function remembered(known: WeakMap<Resource, Fields>, resource: Resource, make: () => Fields): Fields {
  const found = known.get(resource) ?? make()
  known.set(resource, found)
  return found
}

/** Returns the fields of one record in a file, as the checks and comparisons of core read them. */
export const recordFields = (resource: Resource): Fields =>
  remembered(shown, resource, () => shownIn(resource.fields, resource))

/** Returns the same of a whole file, with what lies inside. */
export const documentFields = ({ resource, inside }: Kind): Fields =>
  inside
    ? remembered(whole, resource, () => ({ ...recordFields(resource), [INSIDE]: insideField(inside, MAX_GROUP_DEPTH) }))
    : recordFields(resource)

/** Returns the field of the channels of an app or a group. `depth`: the groups that may lie within. */
function insideField(resource: Resource, depth: number): Field {
  const fields = recordFields(resource)
  const onlyInGroups: Rule = (value, { channelType }) =>
    isEmpty(value) || opensChannels(channelType as never) ? null : { key: 'configuration.noGroup' }
  return {
    type: 'list',
    default: [],
    fields:
      depth === 0 ? fields : { ...fields, [INSIDE]: { ...insideField(resource, depth - 1), rules: [onlyInGroups] } },
  }
}

function shownIn(fields: Fields, resource: Resource): Fields {
  return Object.fromEntries(
    configuredIn(fields, resource).flatMap(([name, field]): [string, Field][] => {
      if (field.type === 'ref')
        return [
          [
            keyOf(name, field),
            { type: 'text', of: field.of!, rules: (field.rules ?? []).filter((rule) => rule.required) },
          ],
        ]
      if (field.type === 'refs') {
        const names: Field = { type: 'json', rules: [namesOnly] }
        return [
          [keyOf(name, field), names],
          ...(field.offered ? [[offeredKeyOf(name, field), names] as [string, Field]] : []),
        ]
      }
      const { fields: within, variants } = field
      const of = (some: Fields) => shownIn(some, resource)
      return [
        [
          name,
          {
            ...field,
            ...(within ? { fields: of(within) } : {}),
            ...(variants
              ? {
                  variants: {
                    by: variants.by,
                    of: Object.fromEntries(Object.entries(variants.of).map(([kind, some]) => [kind, of(some)])),
                  },
                }
              : {}),
          },
        ],
      ]
    }),
  )
}
