import { queryWords } from '@tocsin/core/form/query-messages'
import { subjectsOf } from '@tocsin/core/form/query-subjects'
import { querySentence } from '@tocsin/core/form/query-words'
import type { Query } from '@tocsin/core/form/query'
import type { FormField } from '@tocsin/core/form/types'
import { fieldAt } from '@tocsin/core/vocabulary/field-words'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import type { Field, Fields, Resource } from '@tocsin/core/vocabulary/resource'
import type { Context } from './context'

/** Returns whether any of these fields, or of those within them, is a query. */
export const hasQueries = (fields: Fields): boolean =>
  Object.values(fields).some((field) => field.query !== undefined || hasQueries(fieldsOf(field)))

/** Returns a record with a sentence in place of each query. `form` are the fields of the form that it is part of. */
export function withSentences(
  context: Context,
  fields: Fields,
  record: unknown,
  form: readonly FormField[] = [],
): unknown {
  if (!isRecord(record)) return record
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      return [name, field ? sentenceOr(context, field, value, form) : value]
    }),
  )
}

/** Returns the sentence of a query; any other value with those of the queries within it. */
function sentenceOr(context: Context, field: Field, value: unknown, form: readonly FormField[]): unknown {
  if (field.query !== undefined) {
    const { t, locale, vocabulary } = context
    vocabulary.add(['query'], queryWords)
    return isRecord(value) ? querySentence(value as Query, subjectsOf(field, t, form) ?? [], { t, locale }) : value
  }
  const within = fieldsOf(field)
  if (!Array.isArray(value)) return withSentences(context, within, value, form)
  return value.map((item) => withSentences(context, within, item, value as FormField[]))
}

/** Returns the changes of a record of a resource, by path, with a sentence in place of each query. */
export function changesWithSentences(context: Context, resource: Resource, changes: unknown): unknown {
  if (!isRecord(changes)) return changes
  return Object.fromEntries(
    Object.entries(changes).map(([path, sides]) => {
      const field = fieldAt(resource, path)
      return [path, field ? withSentences(context, { before: field, after: field }, sides) : sides]
    }),
  )
}
