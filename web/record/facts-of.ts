import type { Field, Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { fieldAt } from './field-at'

/** Fields shown only if they are named, not by default. */
const UNTOLD: ReadonlySet<string> = new Set(['version'])

/**
 * Returns the paths of a record that are shown by default, groups by their parts. Left out are secrets, fields that do
 * not apply to this record, and references to a resource that `exists` denies.
 */
export function factsOf(
  resource: Resource,
  row: Record<string, unknown>,
  exists: (resourceName: string) => boolean,
): string[] {
  return parts(resource.fields, row, '', exists)
}

function parts(
  fields: Fields,
  record: Record<string, unknown>,
  path: string,
  exists: (resource: string) => boolean,
): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.secret || UNTOLD.has(path + name) || (field.when && !field.when(record))) return []
    if (field.of !== undefined && !field.told && !exists(field.of)) return []
    if (field.type !== 'group') return [path + name]
    const inner = record[name]
    return typeof inner === 'object' && inner !== null
      ? parts(fieldsOf(field, record), inner as Record<string, unknown>, `${path}${name}.`, exists)
      : []
  })
}

/** Returns whether a value gets a copy button: ids, tags, codes, usernames, web addresses, e-mail and phone. */
export function isCopied(resource: Resource, path: string, value: unknown): boolean {
  const field: Field | undefined = fieldAt(resource, path)
  if (value === null || value === undefined || value === '') return false
  if (['id', 'tag', 'code', 'requestId', 'username'].includes(path)) return true
  if (field?.type === 'email' || field?.type === 'phone') return true
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value)
}
