import { fieldAt, fieldIn } from '@tocsin/core/vocabulary/field-words'
import { ApiError } from '@tocsin/core/base/errors'
import { valueAt } from '@tocsin/core/base/cells'
import { isPointer, nameBeside, nameWithin, pointedTo, recordsById, targetOf } from '@tocsin/core/api/names'
import { eventVerb } from '@tocsin/core/vocabulary/event-verb'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Context } from './context'
import { choosesFields } from './layout'
import { writeRecord, type Layout, type Row } from './output'

/**
 * Returns rows as a person reads them: queries as sentences, and references by name with the id behind it, `Acme (2)`; one
 * call for each resource. A reader who may not see the name, or cannot now, gets the id. Programs get the stored values.
 */
export async function namedRows(
  context: Context,
  resource: Resource,
  { format, columns }: Pick<Layout, 'format' | 'columns'>,
  stored: readonly Row[],
): Promise<readonly Row[]> {
  if (format !== 'table') return stored
  const rows = await inWords(context, resource, stored)
  const pointers = columns.flatMap(({ path }) => {
    const field = resource.fields[path]
    return field && isPointer(field) ? [{ path, field }] : []
  })
  if (pointers.length === 0) return rows
  const paths = pointers.map(({ path }) => path)
  const names = new Map<string, string>()
  await Promise.all(
    [...pointedTo(resource, paths, stored)].map(async ([resourceName, ids]) => {
      for (const { id, name } of await namesOf(context, resourceName, [...ids]))
        names.set(`${resourceName}/${id}`, name)
    }),
  )
  const called = (row: Row, { path, field }: (typeof pointers)[number], reference: unknown): unknown => {
    const within = nameWithin(reference)
    const id = within === undefined ? reference : valueAt(reference, 'id')
    const beside = Array.isArray(row[path]) ? undefined : nameBeside(row, path)
    const name = within ?? names.get(`${targetOf(field, row)}/${String(id)}`) ?? beside
    return name !== undefined && typeof id === 'number' ? `${name} (${id})` : id
  }
  return rows.map((row, at) => ({
    ...row,
    ...Object.fromEntries(
      pointers.map((pointer) => {
        const asStored = stored[at]!
        const value = asStored[pointer.path]
        const one = (reference: unknown) => called(asStored, pointer, reference)
        return [pointer.path, Array.isArray(value) ? value.map(one) : one(value)]
      }),
    ),
  }))
}

/** Returns rows with the words of their events, or with their queries as sentences. */
async function inWords(context: Context, resource: Resource, rows: readonly Row[]): Promise<readonly Row[]> {
  if (resource.name === 'audit-events') return eventsInWords(context, rows)
  const { hasQueries, withSentences } = await import('./query-texts')
  if (!hasQueries(resource.fields)) return rows
  return rows.map((row) => withSentences(context, resource.fields, row) as Row)
}

/** A stored event names a resource and a verb as the server does; a table shows both in words, and queries as sentences. */
async function eventsInWords(context: Context, rows: readonly Row[]): Promise<readonly Row[]> {
  const { t, vocabulary, locale } = context
  const { changesWithSentences } = await import('./query-texts')
  const known = new Map<unknown, Resource | undefined>()
  for (const { noun } of rows) if (!known.has(noun)) known.set(noun, await context.findResource(String(noun)))
  const word = (key: string) => (vocabulary.has(locale, key) ? t(key) : undefined)
  return rows.map(({ noun, verb, changes, ...row }) => ({
    ...row,
    changes: known.get(noun) ? changesWithSentences(context, known.get(noun)!, changes) : changes,
    noun: word(`resources.${String(noun)}.name`) ?? noun,
    verb: eventVerb(String(noun), String(verb), t) ?? verb,
  }))
}

async function namesOf(
  context: Context,
  resource: string,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const target = await context.findResource(resource)
  const asker = await context.account()
  if (!target || (asker && !mayDo(asker, target, 'view'))) return []
  try {
    const rows = await recordsById(await context.client(), target, ids)
    return rows.map((row) => ({ id: row.id, name: String(row[target.title] ?? '') })).filter(({ name }) => name !== '')
  } catch (error) {
    // The list itself is there: with ids it is as true as with names.
    if (error instanceof ApiError) return []
    throw error
  }
}

/** Writes one record of a resource. */
export async function showRecord(context: Context, resource: Resource, layout: Layout, row: Row): Promise<void> {
  const [named = row] = await namedRows(context, resource, layout, [row])
  // A person is shown the fields of the record's kind. A sheet has a column for each field, so that its columns depend on
  // the command alone, and not on the record.
  const isShown = (path: string) => !fieldAt(resource, path) || fieldIn(resource.fields, path, row) !== undefined
  const isWhole = choosesFields(context.settings) || layout.format !== 'table'
  const columns = isWhole ? layout.columns : layout.columns.filter(({ path }) => isShown(path))
  await writeRecord(named, { ...layout, columns }, context.io.stdout)
}
