import { choiceOf, fieldAt, labelOf } from '@tocsin/core/vocabulary/field-words'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { usageError } from './command-error'
import type { Context } from './context'
import type { Column, Layout } from './output'
import type { Settings } from './settings'

/** What is ever shown of a record: everything but what is secret, in the order of the declaration. */
function keysOf(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.secret ? [] : [name]))
}

/** What a list leaves out unless it is asked for: texts that are read on their own. */
export const isLongText = ({ fields }: Resource, path: string): boolean => fields[path]?.type === 'html'

/** The same with the parts of groups one by one: what a person reads of one record. */
function partsOf(fields: Fields, path = ''): string[] {
  return keysOf(fields).flatMap((name) => {
    const field = fields[name]
    return field?.type === 'group' && field.fields ? partsOf(field.fields, `${path}${name}.`) : [path + name]
  })
}

/** Whether a dotted path leads to a field. */
function leadsTo(fields: Fields, path: string): boolean {
  const [name = '', ...rest] = path.split('.')
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field || field.secret) return false
  return rest.length === 0 || (field.fields ? leadsTo(field.fields, rest.join('.')) : field.type === 'json')
}

/** What `--fields` asks for of something that has these fields, null where it asks for nothing in particular. */
export function askedFields(
  { fields }: Settings,
  known: readonly string[],
  has = (path: string) => known.includes(path),
): string[] | null {
  const asked = fields?.split(',').map((name) => name.trim()) ?? null
  const unknown = asked?.find((path) => !has(path))
  if (unknown !== undefined)
    throw usageError('cli.usage.fields', { field: unknown, fields: known.join(', ') }, { field: '--fields' })
  return asked
}

/** A column of a table: what it is called, and of a field with choices what each of them is called. */
function columnAt(resource: Resource, path: string, t: Translate): Column {
  const label = labelOf(resource, path, t)
  if (fieldAt(resource, path)?.type !== 'choice') return { path, label }
  return { path, label, inWords: (value) => (typeof value === 'string' ? choiceOf(resource, path, value, t) : value) }
}

/**
 * How the records of a noun are written: the declared columns behind the id for a list, every field for one record, or
 * what `--fields` asks for. `whole`: a list with its long texts; `more`: columns that this list needs besides. An unknown
 * field is a usage error that lists the known ones.
 */
export function layoutOf(
  context: Context,
  resource: Resource,
  shape: 'list' | 'record',
  { whole = false, more = [] }: { whole?: boolean; more?: readonly string[] } = {},
): Layout {
  const { settings, t } = context
  const all = keysOf(resource.fields)
  const told = shape === 'record' || whole ? all : all.filter((path) => !isLongText(resource, path))
  const asked = askedFields(settings, all, (path) => leadsTo(resource.fields, path))
  const paths = asked ?? (shape === 'list' ? ['id', ...resource.columns, ...more] : partsOf(resource.fields))
  const columns = paths.map((path) => columnAt(resource, path, t))
  return { format: context.format, columns, keys: asked ?? told, color: context.color, t }
}
