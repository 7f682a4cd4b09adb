import type { Field, Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { fieldAt } from './field-at'

/** What everybody asks for by hand is not told of every record. */
const UNTOLD: ReadonlySet<string> = new Set(['version'])

/**
 * The fields of a record that are shown unless told otherwise, groups by their parts: no secrets, nothing that does not
 * apply to this record, nothing of a kind that does not exist here.
 */
export function factsOf(resource: Resource, row: Record<string, unknown>, exists: (noun: string) => boolean): string[] {
  return parts(resource.fields, row, '', exists)
}

function parts(
  fields: Fields,
  record: Record<string, unknown>,
  path: string,
  exists: (noun: string) => boolean,
): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.secret || UNTOLD.has(path + name) || (field.when && !field.when(record))) return []
    if (field.of !== undefined && !exists(field.of)) return []
    if (field.type !== 'group') return [path + name]
    const inner = record[name]
    return typeof inner === 'object' && inner !== null
      ? parts(field.fields ?? {}, inner as Record<string, unknown>, `${path}${name}.`, exists)
      : []
  })
}

/** What is copied rather than read: ids, tags, codes, addresses of the web, e-mail and phone. */
export function isCopied(resource: Resource, path: string, value: unknown): boolean {
  const field: Field | undefined = fieldAt(resource, path)
  if (value === null || value === undefined || value === '') return false
  if (['id', 'tag', 'code', 'requestId', 'username'].includes(path)) return true
  if (field?.type === 'email' || field?.type === 'phone') return true
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value)
}
