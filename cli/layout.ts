import { choiceOf, fieldAt, labelOf } from '@tocsin/core/vocabulary/field-words'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { didYouMean, usageError } from './command-error'
import type { Context } from './context'
import type { Column, Layout } from './output'
import { keysOf } from './keys-of'
import type { Settings } from './settings'
import { suggestion } from './suggestion'
import { templateFields } from './template'

/** Returns the same with the parts of groups one by one, as a person reads one record. */
function partsOf(fields: Fields, path = ''): string[] {
  return keysOf(fields).flatMap((name) => {
    const field = fields[name]
    return field?.type === 'group' ? partsOf(fieldsOf(field), `${path}${name}.`) : [path + name]
  })
}

/** Returns whether a dotted path leads to a field. */
function leadsTo(fields: Fields, path: string): boolean {
  const [name = '', ...rest] = path.split('.')
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field || field.secret) return false
  return rest.length === 0 || field.type === 'json' || leadsTo(fieldsOf(field), rest.join('.'))
}

/** Returns whether the fields of the output are chosen, by `--fields` or by the fields in `--template`. */
export const choosesFields = ({ fields, template }: Settings): boolean => fields !== undefined || template !== undefined

/** Returns the fields requested by `--fields` or in `--template`, among the known ones; null without these flags. */
function askedFields(
  { fields, template }: Settings,
  known: readonly string[],
  has = (path: string) => known.includes(path),
): string[] | null {
  const asked = template === undefined ? fields?.split(',').map((name) => name.trim()) : templateFields(template)
  const unknown = asked?.find((path) => !has(path))
  if (unknown === undefined) return asked ?? null
  const near = suggestion(unknown, known)
  throw usageError(
    'cli.usage.fields',
    { field: unknown, fields: known.join(', ') },
    { field: template === undefined ? '--fields' : '--template', ...(near === undefined ? {} : didYouMean(near)) },
  )
}

/** Returns the part of a layout that is the same for all rows of a command. */
export const lookOf = ({ format, settings: { header }, color, t }: Context): Omit<Layout, 'columns' | 'keys'> => ({
  format,
  header,
  color,
  t,
})

/**
 * Returns the layout of rows that are no records of a resource: `known` are their fields, `label` is the heading of one.
 * `--fields` and `--template` choose among them; without these a table and a sheet have `shown`, and JSON has all.
 */
export function ownLayout(
  context: Context,
  known: readonly string[],
  label: (path: string) => string,
  { shown = known, has }: { shown?: readonly string[]; has?: (path: string) => boolean } = {},
): Layout {
  const asked = askedFields(context.settings, known, has)
  const columns = (asked ?? shown).map((path) => ({ path, label: label(path) }))
  return { ...lookOf(context), keys: asked ?? known, columns }
}

/** A column of a table: its label, for a field with choices their labels, and the words for what has no value. */
function columnAt(resource: Resource, path: string, t: Translate): Column {
  const label = labelOf(resource, path, t)
  const { type, absent } = fieldAt(resource, path) ?? {}
  if (absent) return { path, label, inWords: (value, row) => value ?? t(absent(row)) }
  if (type !== 'choice') return { path, label }
  return { path, label, inWords: (value) => (typeof value === 'string' ? choiceOf(resource, path, value, t) : value) }
}

/**
 * Returns the layout of a resource's records: for a list the id and the declared columns, for one record every field,
 * or those of `--fields` or `--template`. `given`: the filters of this list, since a list has some fields only with theirs; `more`:
 * further columns of this list. An unknown field is a usage error that lists the known ones.
 */
export function layoutOf(
  context: Context,
  resource: Resource,
  shape: 'list' | 'record',
  { given = {}, more = [] }: { given?: Record<string, unknown>; more?: readonly string[] } = {},
): Layout {
  const { settings, t } = context
  const all = keysOf(resource.fields)
  const isTold = (name: string) => {
    const filter = resource.fields[name]?.listedWith
    return filter === undefined || given[filter] === true
  }
  const told = shape === 'record' ? all : all.filter(isTold)
  const asked = askedFields(settings, all, (path) => leadsTo(resource.fields, path))
  const paths = asked ?? (shape === 'list' ? ['id', ...resource.columns, ...more] : partsOf(resource.fields))
  const columns = paths.map((path) => columnAt(resource, path, t))
  return { ...lookOf(context), columns, keys: asked ?? told }
}
