import { same } from '@tocsin/core/base/same'
import { bookkeeping, type Draft, type Fields, type Problem } from '@tocsin/core/vocabulary/resource'
import { may, type Viewer } from '@tocsin/core/vocabulary/permissions'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { canonical, withDefaults } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import { invalid } from '../http/failures'
import type { Row } from '../context/context'
import type { ServedResource } from './served-resource'

/** Fields that are ignored when a whole record is sent back, since only the server writes them. */
export const BOOKKEEPING: ReadonlySet<string> = new Set(Object.keys(bookkeeping))

const nothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns a new record's fields without the read-only ones. Throws ApiError 400 if one of those is not empty. */
export function readOnlyFree(served: ServedResource, body: Draft): Draft {
  const draft: Draft = {}
  const problems: Problem[] = []
  for (const [name, value] of Object.entries(body)) {
    const field = served.resource.fields[name]
    if (field?.readonly === true) {
      if (!nothing(value)) problems.push({ field: name, key: 'formErrors.readonly' })
    } else draft[name] = value
  }
  if (problems.length > 0) throw invalid(problems)
  return draft
}

/**
 * Returns the fields of an update without the read-only ones. Throws ApiError 400 if one of those differs from the
 * stored value, or for an unknown field.
 */
export function writable(served: ServedResource, row: Row, given: Draft): Draft {
  const changes: Draft = {}
  const problems: Problem[] = []
  for (const [name, value] of Object.entries(given)) {
    const field = served.resource.fields[name]
    if (!field) problems.push({ field: name, key: 'formErrors.unknownField' })
    else if (BOOKKEEPING.has(name) || field.unversioned) continue
    else if (field.readonly) {
      const unchanged = field.secret ? nothing(value) : same(value ?? null, row[name] ?? null)
      if (!unchanged) problems.push({ field: name, key: 'formErrors.readonly' })
    } else changes[name] = value
  }
  if (problems.length > 0) throw invalid(problems)
  return changes
}

/**
 * Returns a problem for each given field that does not apply to the record, in groups as well. A stored value may be sent
 * back.
 */
export function inapplicable(
  { resource: { fields } }: ServedResource,
  given: Draft,
  record: Draft,
  row: Row,
): Problem[] {
  return inapplicableIn(fields, given, record, row, '')
}

function inapplicableIn(fields: Fields, given: Draft, record: Draft, row: Draft, path: string): Problem[] {
  return Object.entries(given).flatMap(([name, value]): Problem[] => {
    const field = fields[name]
    if (!field || nothing(value) || same(value, row[name] ?? null)) return []
    if (field.when && !field.when(record)) return [{ field: path + name, key: 'formErrors.notApplicable' }]
    if (field.type !== 'group' || !isPlain(value)) return []
    const [inside, before] = [record[name], row[name]].map((one) => (isPlain(one) ? one : {})) as [Draft, Draft]
    return inapplicableIn(fieldsOf(field, record), value, inside, before, `${path}${name}.`)
  })
}

/**
 * Returns the permissions that an actor lacks for given fields which differ from the record before, those in groups
 * included. A new record has the defaults before.
 */
export function lackingFor(actor: Viewer, fields: Fields, given: Draft, before: Draft): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = given[name]
    const was = before[name] ?? field.default ?? null
    if (value === undefined || same(value ?? null, was)) return []
    if (field.can !== undefined && !may(actor, field.can)) return [field.can]
    if (field.type !== 'group') return []
    const inside = fieldsOf(field)
    return lackingFor(actor, inside, isPlain(value) ? value : cleared(inside), isPlain(was) ? was : {})
  })
}

/** Returns the values of fields in a group that was cleared. */
const cleared = (fields: Fields): Draft =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default ?? null]))

/** Returns the part of a stored record that users may write. */
export function storedPart(served: ServedResource, row: Row): Draft {
  const part: Draft = {}
  for (const [name, field] of Object.entries(served.resource.fields))
    if (field.readonly !== true && Object.hasOwn(row, name)) part[name] = row[name]
  return part
}

/** Returns the read-only fields, for rules that look at them (the default project keeps its name). */
export function readOnlyPart(served: ServedResource, row: Row): Draft {
  const part: Draft = {}
  for (const [name, field] of Object.entries(served.resource.fields))
    if (field.readonly === true) part[name] = row[name]
  return part
}

const isPlain = (value: unknown): value is Draft => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges changes: an absent field stays, within groups too; null clears; lists and free JSON are replaced. */
export function merge(fields: Fields, stored: Draft, changes: Draft): Draft {
  const merged: Draft = { ...stored }
  for (const [name, value] of Object.entries(changes)) {
    const before = merged[name]
    const field = fields[name]
    const isGroup = field?.type === 'group' && isPlain(value) && isPlain(before)
    merged[name] = isGroup ? merge(fieldsOf(field, { ...stored, ...changes }), before, value) : value
  }
  return merged
}

/** Returns a draft whose cleared fields have their defaults. A required field stays empty, which is a problem. */
export function refill(fields: Fields, draft: Draft): Draft {
  const filled: Draft = { ...draft }
  for (const [name, field] of Object.entries(fields)) {
    const value = filled[name]
    if (value === null && field.default !== undefined && !field.rules?.some((rule) => rule.required))
      filled[name] = withDefaults({ [name]: field }, { ...draft, [name]: null })[name]
    else if (field.type === 'group' && isPlain(value)) filled[name] = refill(fieldsOf(field, draft), value)
  }
  return filled
}

/**
 * Returns the secrets in a draft that are not empty. Secrets are never returned, and the history only shows that they
 * changed.
 */
export function secretsOf(served: ServedResource, draft: Draft): Draft {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => served.resource.fields[name]?.secret && !nothing(value)),
  )
}

/** Returns whether all fields are secrets, which are in no answer. */
export const hasOnlySecrets = (served: ServedResource, changedFields: Draft): boolean =>
  Object.keys(changedFields).every((name) => served.resource.fields[name]?.secret)

const LISTS = new Set(['list', 'refs', 'tags'])

/** Returns a record in the form it is stored in: a list that does not apply is empty, never null. */
export function asStored(fields: Fields, draft: Draft): Draft {
  const record = canonical(fields, draft)
  for (const [name, { type }] of Object.entries(fields)) if (LISTS.has(type) && record[name] === null) record[name] = []
  return record
}

const AS_JSON = new Set(['group', 'list', 'json', 'refs', 'tags'])

/** Returns declared values by column, as the driver takes them. */
export function columnsOf(served: ServedResource, draft: Draft): Draft {
  const columns: Draft = {}
  for (const [name, { column, field }] of served.stored) {
    if (field.readonly === true || !Object.hasOwn(draft, name)) continue
    const value = draft[name] ?? null
    columns[column] = AS_JSON.has(field.type) && value !== null ? sql`${JSON.stringify(value)}::jsonb` : value
  }
  return columns
}
