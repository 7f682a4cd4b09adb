import type { Draft, Field, Fields, Reason } from '@tocsin/core/vocabulary/resource'
import type { Changes } from '@tocsin/core/vocabulary/changes'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { canonical, check, withDefaults, type Memory } from '@tocsin/core/vocabulary/validate'
import { valueAt, withoutPlaces } from '../record/field-at'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'

/** The problems of a draft, by the path of the field. */
export type Problems = Readonly<Record<string, Reason>>

const isRecord = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the initial values of a form: those of a record, or the defaults of a new one and its given values. */
export function initialValues(fields: Fields, record: Draft | null, given: Draft = {}): Draft {
  const start = record ?? withDefaults(fields, given)
  return Object.fromEntries(Object.keys(fields).map((name) => [name, start[name] ?? null]))
}

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
