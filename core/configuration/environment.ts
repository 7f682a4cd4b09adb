import { fieldsOf } from '../vocabulary/fields-of'
import { isRecord } from '../vocabulary/kind-reasons'
import { TEXT_TYPES } from '../vocabulary/kinds'
import type { Draft, Field, Fields } from '../vocabulary/resource'

/** The key of a value that is not in the file: `callbackUrl: { fromEnv: HOOK }`. */
const FROM_ENV = 'fromEnv'

/** Returns the variable that a value names; undefined for any other value. */
function variableOf(field: Field | undefined, value: unknown): string | undefined {
  // A reference is a name, and names stand in the file.
  if (!field || field.of !== undefined || !TEXT_TYPES.has(field.type) || !isRecord(value)) return undefined
  const name = value[FROM_ENV]
  return Object.keys(value).length === 1 && typeof name === 'string' && /^[A-Za-z_]\w{0,99}$/.test(name)
    ? name
    : undefined
}

/** The place of a value: in the file, with the positions of items in lists, and by the names of those items. */
type Place = { path: string; named: string }

const TOP: Place = { path: '', named: '' }
const within = ({ path, named }: Place, key: string, name = key): Place => ({
  path: path === '' ? key : `${path}.${key}`,
  named: named === '' ? name : `${named}.${name}`,
})
/** Returns the place of an item: comparisons know items with a name by it, wherever they stand. */
const itemIn = (list: Place, item: unknown, index: number): Place =>
  within(list, `${index}`, isRecord(item) && typeof item['name'] === 'string' ? item['name'] : `${index}`)

/** Calls `each` with every value that a variable gives, and returns the document with what it returns. */
function replaced(fields: Fields, document: Draft, each: (name: string, place: Place) => unknown, around = TOP): Draft {
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined
      const variable = variableOf(field, value)
      const place = within(around, key)
      if (variable !== undefined) return [key, each(variable, place)]
      if (!field) return [key, value]
      const inner = (one: unknown, at: Place) =>
        isRecord(one) ? replaced(fieldsOf(field, document), one, each, at) : one
      if (field.type === 'group') return [key, inner(value, place)]
      if (field.type === 'list' && Array.isArray(value))
        return [key, value.map((item, index) => inner(item, itemIn(place, item, index)))]
      return [key, value]
    }),
  )
}

/**
 * Returns the document with the values of the environment, and the variable of each such path, in which items have their
 * names. `missing`: the variables that are not set, by their paths in the file.
 */
export function withEnvironment(
  fields: Fields,
  document: Draft,
  env: Readonly<Record<string, string | undefined>>,
): { document: Draft; variables: Map<string, string>; missing: { path: string; name: string }[] } {
  const variables = new Map<string, string>()
  const missing: { path: string; name: string }[] = []
  const made = replaced(fields, document, (name, { path, named }) => {
    variables.set(named, name)
    const value = env[name]
    if (value === undefined || value === '') missing.push({ path, name })
    return value ?? null
  })
  return { document: made, variables, missing }
}

/** Returns a trimmed document with the variables that an earlier one has in the same places, where there is a value. */
export function withVariables(fields: Fields, document: Draft, earlier: Draft): Draft {
  const variables = new Map<string, string>()
  replaced(fields, earlier, (name, { named }) => variables.set(named, name))
  const put = (value: unknown, place: Place): unknown => {
    const name = variables.get(place.named)
    if (name !== undefined && typeof value === 'string') return { [FROM_ENV]: name }
    if (Array.isArray(value)) return value.map((item, index) => put(item, itemIn(place, item, index)))
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one, within(place, key))]))
  }
  return variables.size === 0 ? document : (put(document, TOP) as Draft)
}
