import { same } from '../base/same'
import { fieldsOf } from '../vocabulary/fields-of'
import { isRecord } from '../vocabulary/kind-reasons'
import { isEmpty } from '../vocabulary/empty'
import type { Draft, Field, Fields, Resource } from '../vocabulary/resource'
import { canonical } from '../vocabulary/validate'
import { configuredIn, keyOf, offeredKeyOf } from './document-fields'

/** The name of a record that is referred to. `offered`: it is the provider's own, which every client may use. */
export type Named = { name: string; offered?: true }

/** Returns text in the order of its characters, the same on every machine. */
export const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort(inOrder)

/**
 * Returns the part of a record that is configuration, with names in place of ids. `nameOfId` throws for a record that it
 * does not know.
 */
export function documentOf(
  resource: Resource,
  record: Draft,
  nameOfId: (resource: string, id: number) => Named,
): Draft {
  const within = (fields: Fields, values: Draft): Draft =>
    Object.fromEntries(
      configuredIn(fields, resource).flatMap(([name, field]): [string, unknown][] => {
        const value = values[name] ?? null
        if (field.type === 'ref')
          return [[keyOf(name, field), typeof value === 'number' ? nameOfId(field.of!, value).name : null]]
        if (field.type === 'refs') {
          const named = ((value as { id: number }[] | null) ?? []).map(({ id }) => nameOfId(field.of!, id))
          const of = (offered: boolean) =>
            sorted(named.filter((one) => (one.offered === true) === offered).map(({ name: text }) => text))
          return [
            [keyOf(name, field), of(false)],
            ...(field.offered ? [[offeredKeyOf(name, field), of(true)] as [string, unknown]] : []),
          ]
        }
        const inner = (one: unknown) => (isRecord(one) ? within(fieldsOf(field, values), one) : one)
        if (field.type === 'group') return [[name, inner(value ?? {})]]
        if (field.type === 'list' && Array.isArray(value)) return [[name, value.map(inner)]]
        return [[name, value]]
      }),
    )
  return within(resource.fields, record)
}

/**
 * Returns a document as it is stored, with every field: a key that is left out has its default, and null means that the
 * value is empty. A value of the wrong kind stays, so that the check finds it; so does a key that no field has.
 */
export function filled(fields: Fields, given: Draft): Draft {
  const result: Draft = {}
  for (const [name, field] of Object.entries(fields))
    result[name] = Object.hasOwn(given, name) ? stored(field, given[name], result) : usual(field, result)
  for (const [name, value] of Object.entries(given))
    if (!Object.hasOwn(fields, name)) Object.defineProperty(result, name, { value, enumerable: true })
  return result
}

/** Returns the value of a field that is left out. */
function usual(field: Field, outer: Draft): unknown {
  if (field.type === 'group') return filled(fieldsOf(field, outer), {})
  return field.default ?? null
}

function stored(field: Field, value: unknown, outer: Draft): unknown {
  if (field.when && !field.when(outer)) return isEmpty(value) ? null : value
  if (field.type === 'group')
    return isRecord(value) ? filled(fieldsOf(field, outer), value) : (value ?? usual(field, outer))
  if (field.type === 'list' && Array.isArray(value))
    return value.length === 0
      ? usual(field, outer)
      : value.map((item) => (isRecord(item) ? filled(fieldsOf(field, outer), item) : item))
  if (field.type === 'json') return arranged(value)
  const { when: _, ...always } = field
  const { one } = canonical({ one: always }, { one: value })
  return isEmpty(one) ? null : one
}

/** Returns a JSON value with its keys in order, since the database has an order of its own. An empty list is null. */
function arranged(value: unknown, isInside = false): unknown {
  if (Array.isArray(value)) return value.length === 0 && !isInside ? null : value.map((one) => arranged(one, true))
  if (!isRecord(value)) return value ?? null
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([one], [other]) => inOrder(one, other))
      .map(([name, one]) => [name, arranged(one, true)]),
  )
}

/** Returns a filled document without what goes without saying: empty values, and those that a field has anyway. */
export function trimmed(fields: Fields, document: Draft): Draft {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      const value = document[name] ?? null
      if (field.type === 'group') {
        const inner = isRecord(value) ? trimmed(fieldsOf(field, document), value) : {}
        return Object.keys(inner).length > 0 ? [[name, inner]] : []
      }
      if (same(value, field.default ?? null)) return []
      if (field.type === 'list' && Array.isArray(value))
        return [[name, value.map((item) => (isRecord(item) ? trimmed(fieldsOf(field, document), item) : item))]]
      return [[name, value]]
    }),
  )
}

/** Returns what is sent to store a document: every field, with ids in place of names. */
export function wireOf(
  resource: Resource,
  document: Draft,
  idOfName: (resource: string, named: Named) => number,
): Draft {
  const within = (fields: Fields, values: Draft): Draft =>
    Object.fromEntries(
      configuredIn(fields, resource).flatMap(([name, field]): [string, unknown][] => {
        if (field.when && !field.when(values)) return []
        const value = values[keyOf(name, field)] ?? null
        if (field.type === 'ref')
          return [[name, value === null ? null : idOfName(field.of!, { name: value as string })]]
        if (field.type === 'refs') {
          const offered = (field.offered && values[offeredKeyOf(name, field)]) ?? []
          return [
            [
              name,
              [
                ...((value ?? []) as string[]).map((one) => idOfName(field.of!, { name: one })),
                ...(offered as string[]).map((one) => idOfName(field.of!, { name: one, offered: true })),
              ],
            ],
          ]
        }
        const inner = (one: unknown) => (isRecord(one) ? within(fieldsOf(field, values), one) : one)
        if (field.type === 'group') return [[name, inner(value ?? {})]]
        if (field.type === 'list' && Array.isArray(value)) return [[name, value.map(inner)]]
        return [[name, value]]
      }),
    )
  return within(resource.fields, document)
}

/** Returns the names that a document refers to, each with the path at which it stands. */
export function namesIn(resource: Resource, document: Draft): { of: string; named: Named; path: string }[] {
  const within = (fields: Fields, values: Draft, path: string): { of: string; named: Named; path: string }[] =>
    configuredIn(fields, resource).flatMap(([name, field]) => {
      const key = keyOf(name, field)
      const value = values[key]
      if (field.type === 'ref')
        return typeof value === 'string' ? [{ of: field.of!, named: { name: value }, path: path + key }] : []
      if (field.type === 'refs') {
        const some = (at: string, offered: boolean) =>
          (Array.isArray(values[at]) ? (values[at] as string[]) : []).map((one, index) => ({
            of: field.of!,
            named: offered ? { name: one, offered: true as const } : { name: one },
            path: `${path}${at}.${index}`,
          }))
        return [...some(key, false), ...(field.offered ? some(offeredKeyOf(name, field), true) : [])]
      }
      return field.type === 'group' && isRecord(value) ? within(fieldsOf(field, values), value, `${path}${key}.`) : []
    })
  return within(resource.fields, document, '')
}
