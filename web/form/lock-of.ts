import type { Resource } from '@tocsin/core/vocabulary/resource'
import { fieldAt } from '../record/field-at'

/** The reason a field cannot be changed: a message key under `form.locked`. */
export type Lock = 'fixed' | 'account' | 'server' | 'noAccess'

type Question = {
  resource: Resource
  path: string
  isNew: boolean
  /** True where the account belongs to a client, and so can create records in that client alone. */
  byAccount: boolean
  /** True where the records that a reference may point to can be listed. */
  maySeeTarget: boolean
}

/** Returns the reason a field, or the group or list around it, is locked; null when it can be changed. */
export function lockOf({ resource, path, isNew, byAccount, maySeeTarget }: Question): Lock | null {
  const names = path.split('.')
  const around = names.map((_, at) => fieldAt(resource, names.slice(0, at + 1).join('.'))?.readonly)
  if (around.includes(true)) return 'server'
  if (!isNew && around.includes('after-create')) return 'fixed'
  if (byAccount && path === resource.tenant) return 'account'
  return maySeeTarget ? null : 'noAccess'
}

/**
 * Returns the fields that a form shows by default: those that can be filled in or are fixed. Left out are fields the
 * server keeps, choices with one option, references to a resource that does not exist here yet, and secrets that were
 * given once.
 */
export function fieldsToFill(
  resource: Resource,
  isNew: boolean,
  exists: (resourceName: string) => boolean,
): readonly string[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    if (field.readonly === true) return []
    if (!isNew && field.readonly && field.secret) return []
    if (field.type === 'choice' && (field.choices?.length ?? 0) < 2) return []
    return field.of !== undefined && !exists(field.of) ? [] : [name]
  })
}
