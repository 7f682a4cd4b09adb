import type { Draft, Field, Fields, Reason } from '@tocsin/core/vocabulary/resource'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { canonical, check, withDefaults, type Memory } from '@tocsin/core/vocabulary/validate'
import { valueAt, withoutPlaces } from '../record/field-at'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'

/** The problems of a draft, by the path of the field. */
export type Problems = Readonly<Record<string, Reason>>
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

/** Returns the initial values of a form: those of a record, or the defaults of a new one and its given values. */
export function initialValues(fields: Fields, record: Draft | null, given: Draft = {}): Draft {
  const start = record ?? withDefaults(fields, given)
  return Object.fromEntries(Object.keys(fields).map((name) => [name, start[name] ?? null]))
}

/** Returns whether two values are equal as JSON in any order of keys; an absent value equals null. */
export function same(one: unknown, other: unknown): boolean {
  if ((one ?? null) === (other ?? null)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    same((one as Draft)[key], (other as Draft)[key]),
  )
}

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

/** Returns the former values at the changed paths, which undo the changes. */
export function previousOf(fields: Fields, before: Draft, changes: Changes): Changes {
  const stored = canonical(fields, before)
  return Object.fromEntries(Object.keys(changes).map((path) => [path, valueAt(stored, path) ?? null]))
}

/** Returns a new record as it is sent, without empty values. */
export function givenOf(fields: Fields, draft: Draft): Draft {
  return given(fields, canonical(fields, draft))
}

function given(fields: Fields, draft: Draft): Draft {
  const result: Draft = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = draft[name]
    if (field.readonly === true || isEmpty(value)) continue
    const inner = field.type === 'group' && isRecord(value) ? given(fieldsOf(field, draft), value) : value
    if (!isRecord(inner) || field.type !== 'group' || Object.keys(inner).length > 0) result[name] = inner
  }
  return result
}

/** Returns the first problem of each field of a draft. Fields that only the server writes are not checked. */
export function problemsOf(fields: Fields, draft: Draft, memory?: Memory): Problems {
  const problems: Record<string, Reason> = {}
  for (const { field, key, values } of check(fields, canonical(fields, draft, memory), memory ? { memory } : {}))
    problems[field] ??= values ? { key, values } : { key }
  return problems
}

/** Returns whether two paths overlap: one is the other, or lies within it. */
const touches = (one: string, other: string) =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)

/** Returns the problems the server found, without those of a field changed since. */
export const withoutProblemsAt = (problems: Problems, path: string): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([at]) => !touches(at, path)))

/** Returns the changes that may be kept on this machine: never a secret, nor anything within one. */
export function withoutSecrets(fields: Fields, changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([path]) => !isSecret(fields, path)))
}

/** Returns whether a path leads to a secret, or into one. */
export function isSecret(fields: Fields, path: string): boolean {
  let inner = fields
  for (const name of withoutPlaces(path).split('.')) {
    const field: Field | undefined = inner[name]
    if (field?.secret) return true
    inner = field ? fieldsOf(field) : {}
  }
  return false
}

/** Returns the values around a path: the draft itself, or the group or item it lies in. */
export const around = (draft: Draft, path: string): Draft => {
  const cut = path.lastIndexOf('.')
  const value = cut < 0 ? draft : valueAt(draft, path.slice(0, cut))
  return isRecord(value) ? value : {}
}

/** Returns whether a field applies: its `when` holds for the values around it. */
export const applies = (field: Field, draft: Draft, path: string): boolean =>
  !field.when || field.when(around(draft, path))

/** Returns whether a field is required: always, or in this draft, as the site of a site manager. */
export const isRequired = (field: Field, draft: Draft, path: string): boolean =>
  field.rules?.some((rule) => rule.required || rule(null, around(draft, path))?.key === 'formErrors.required') ?? false
