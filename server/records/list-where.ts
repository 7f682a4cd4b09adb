import { ApiError } from '@tocsin/core/base/errors'
import { normalForm } from '@tocsin/core/base/normal-form'
import { readWhere, WhereError, type Comparison, type FieldCondition } from '@tocsin/core/vocabulary/where'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context/context'
import { isShared } from './shared'
import type { ServedResource } from './served-resource'

/** A condition of a `where` with the path of its field. */
type Compared = { path: string; condition: RawBuilder<unknown> }

/**
 * Returns the conditions of a `where` in SQL. A field has the value that the actor's answers have, so that a condition
 * tells no more than the rows themselves. Throws ApiError 400 with the reason.
 */
export function whereOf(served: ServedResource, context: Context, text: string): Compared[] {
  const { fields } = served.resource
  // A value that is only known once the row is read cannot be compared in SQL.
  const derived = served.overrides.reads.derived ?? {}
  const comparable = Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(derived, name)))
  const hidden = isShared(served.overrides, context.actor)
  try {
    return readWhere(comparable, text).map((condition) => {
      const found = served.expression(condition.path, hidden)
      if (!found) throw new WhereError('unknownField', { field: condition.path, fields: '' })
      return { path: condition.path, condition: compared(found.sql, found.field.type, condition) }
    })
  } catch (error) {
    if (!(error instanceof WhereError)) throw error
    throw new ApiError({
      status: 400,
      code: 'INVALID_PARAMETER',
      details: { parameter: 'where', reason: error.key, ...error.values },
    })
  }
}

/** The day of a moment in Brazil, as filters by a day have it; a date is its own day. */
const dayOf = (value: RawBuilder<unknown>) => sql`(case when pg_typeof(${value})::text = 'date' then ${value}::date
  else timezone('-03:00'::interval, ${value}::timestamptz)::date end)`

function compared(
  field: RawBuilder<unknown>,
  type: string,
  { path, comparison, value }: FieldCondition,
): RawBuilder<unknown> {
  if (value === null) return comparison === '=' ? sql`${field} is null` : sql`${field} is not null`
  if (comparison === '~' || comparison === '!~') {
    const pattern = normalForm(String(value), 'NFKD').replace(/[\\%_]/g, '\\$&')
    const within = sql`coalesce(tocsin_fold(${field}) like '%' || tocsin_fold(${pattern}) || '%', false)`
    return comparison === '~' ? within : sql`not ${within}`
  }
  const by = OPERATORS[comparison]
  if (type === 'date')
    return String(value).includes('T')
      ? sql`${field} ${by} ${value}::timestamptz`
      : sql`${dayOf(field)} ${by} ${value}::date`
  // A value within a group is a text.
  if (path.includes('.')) return sql`${field} ${by} ${String(value)}`
  return typeof value === 'number' ? sql`${field} ${by} ${value}::numeric` : sql`${field} ${by} ${value}`
}

const OPERATORS: Record<Exclude<Comparison, '~' | '!~'>, RawBuilder<unknown>> = {
  '=': sql`is not distinct from`,
  '!=': sql`is distinct from`,
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
}
