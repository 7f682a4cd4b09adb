import { same } from '../base/same'
import { isEmpty } from './empty'
import { fieldsOf } from './fields-of'
import type { Draft, Field, Fields } from './resource'
import { canonical, type Memory } from './validate'

/** The changed values, by the path of the field; a list changes as a whole. */
export type Changes = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the draft with another value at a path. Missing parents are made; nothing is changed in place. */
export function withValue(draft: Draft, path: string, value: unknown): Draft {
  return put(draft, path.split('.'), value) as Draft
}

function put(target: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(target)) {
    const at = Number(name)
    return target.with(at, rest.length > 0 ? put(target[at], rest, value) : value)
  }
  const record = isRecord(target) ? target : {}
  return { ...record, [name]: rest.length > 0 ? put(record[name], rest, value) : value }
}

export const withValues = (draft: Draft, values: Changes): Draft =>
  Object.entries(values).reduce((all, [path, value]) => withValue(all, path, value), draft)

/**
 * Returns the values of `after` whose stored form differs from that in `before`: spaces around a text are no change.
 * Fields that only the server writes are left out.
 */
export function changesOf(fields: Fields, before: Draft, after: Draft, memory?: Memory): Changes {
  const changes: Record<string, unknown> = {}
  compare(fields, canonical(fields, before, memory), canonical(fields, after, memory), '', changes)
  return changes
}

function compare(fields: Fields, before: Draft, after: Draft, path: string, changes: Record<string, unknown>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (field.readonly === true) continue
    const was = before[name] ?? null
    const is = after[name] ?? null
    if (field.type === 'group')
      compare(fieldsOf(field, after), isRecord(was) ? was : {}, isRecord(is) ? is : {}, `${path}${name}.`, changes)
    else if (!same(nullIfEmpty(field, was), nullIfEmpty(field, is))) changes[path + name] = is
  }
}

/** Returns null for an empty list, so that it equals an absent one. */
const nullIfEmpty = (field: Field, value: unknown) =>
  (field.type === 'list' || field.type === 'refs' || field.type === 'tags') && isEmpty(value) ? null : value
