import type { ApiError } from '@tocsin/core/base/errors'
import type { Draft, Reason, Resource } from '@tocsin/core/vocabulary/resource'
import { fieldAt } from '../record/field-at'
import type { Problems } from './draft'

/** The record as another user saved it, with that user's name and the time. */
export type Stale = {
  theirs: Draft & { id: number; version?: number }
  by: { username: string; createdAt: string } | null
}

/** The meaning of a refused save for a form. */
export type Refusal =
  | { kind: 'stale'; stale: Stale }
  /** Some fields are wrong. `rest` is true where something else is too, or a field that this form does not show. */
  | { kind: 'fields'; problems: Problems; rest: boolean }
  | { kind: 'other' }

const isRow = (value: unknown): value is Stale['theirs'] =>
  typeof value === 'object' && value !== null && typeof (value as Draft)['id'] === 'number'

/** Reads a refusal. `shows` returns whether the form has a field of that path. */
export function refusalOf(resource: Resource, error: ApiError, shows: (path: string) => boolean): Refusal {
  const { details } = error
  if (error.code === 'STALE_VERSION' && isRow(details?.['current'])) {
    const by = details['changedBy']
    return {
      kind: 'stale',
      stale: { theirs: details['current'], by: typeof by === 'object' ? (by as Stale['by']) : null },
    }
  }
  const problems: Record<string, Reason> = {}
  let rest = false
  for (const { field, message, values } of error.fields)
    if (field && fieldAt(resource, field) && shows(field))
      problems[field] ??= values ? { key: message, values } : { key: message }
    else rest = true
  // An error code about one field (CODE_ALREADY_EXISTS) names that field in its details.
  const named = details?.['field']
  if (error.fields.length === 0 && typeof named === 'string' && fieldAt(resource, named) && shows(named))
    problems[named] = { key: error.messageKeys[0] ?? error.code }
  return Object.keys(problems).length > 0 ? { kind: 'fields', problems, rest } : { kind: 'other' }
}
