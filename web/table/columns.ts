import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { PRODUCT } from '@tocsin/core/base/constants'
import type { ListQuery } from '@tocsin/core/api/client'
import { isNumeric, SORTABLE_TYPES } from '@tocsin/core/vocabulary/kinds'
import type { Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Field, Resource } from '@tocsin/core/vocabulary/resource'
import { switchOf } from '../commands/switch-of'
import { fieldAt } from '../record/field-at'
import { isState } from '../record/state-look'

/** The ways to draw a cell. */
export type CellKind =
  | 'title'
  | 'toggle'
  | 'state'
  | 'yesno'
  | 'date'
  | 'choice'
  | 'ref'
  | 'chips'
  | 'mono'
  | 'number'
  | 'text'

/** A column of a resource: a field, or with a dotted path a part of one. */
export type Column = {
  path: string
  kind: CellKind
  field: Field
  sortable: boolean
}

/** The paths of values that are typed and copied rather than read. */
const TYPED = /(^|\.)(id|tag|code|version|requestId|sessionId|minAppVersion)$/

function kindOf(resource: Resource, path: string, field: Field): CellKind {
  if (path === resource.title) return 'title'
  if (path === resource.switch && switchOf(resource)) return 'toggle'
  if (isState(resource.name, path)) return 'state'
  if (field.type === 'list' && fieldsOf(field)['code']) return 'chips'
  if (field.type === 'boolean') return 'yesno'
  if (field.type === 'date' || field.type === 'choice' || field.type === 'ref') return field.type
  if (field.ofField !== undefined) return 'ref'
  if (TYPED.test(path)) return 'mono'
  return isNumeric(field.type) ? 'number' : 'text'
}

export function columnAt(resource: Resource, path: string): Column | undefined {
  const field = fieldAt(resource, path)
  if (!field || field.secret) return undefined
  return { path, field, kind: kindOf(resource, path, field), sortable: SORTABLE_TYPES.has(field.type) }
}

const CHOOSABLE: ReadonlySet<string> = new Set([...SORTABLE_TYPES, 'list'])

/** Returns every column that can be chosen: the declared ones first, then all other fields that fit into a cell. */
export function columnsOf(resource: Resource, declared: readonly string[] = resource.columns): Column[] {
  const paths = Object.entries(resource.fields).flatMap(([name, field]) => {
    // A secret field, such as the first user of a client, is entered once and never shown again.
    if (field.secret) return []
    if (field.type === 'group')
      return Object.entries(fieldsOf(field)).map(([part, inner]) => ({ path: `${name}.${part}`, of: inner }))
    return field.type === 'list' && !fieldsOf(field)['code'] ? [] : [{ path: name, of: field }]
  })
  const others = paths.filter(({ path, of }) => (of.text || CHOOSABLE.has(of.type)) && !declared.includes(path))
  return [...declared, ...others.map(({ path }) => path)].flatMap((path) => columnAt(resource, path) ?? [])
}

/**
 * Returns the initial columns of a list. The client of a record comes after its title, and only in a list of several
 * clients: in the list of one client every row would have the same value.
 */
export function columnsIn(resource: Resource, viewer: Viewer, where: ListQuery = {}): readonly string[] {
  const { tenant, title, columns, fields } = resource
  if (tenant === undefined) return columns
  const isOfOne = viewer.userType !== PRODUCT || Object.keys(where).some((name) => fields[name]?.type === 'ref')
  if (isOfOne) return columns.filter((path) => path !== tenant)
  return columns.includes(tenant) ? columns : columns.flatMap((path) => (path === title ? [path, tenant] : [path]))
}

/** Returns the columns to show: the stored ones that still exist, else the declared ones. A declared title stays. */
export function chosenColumns(
  resource: Resource,
  kept: unknown,
  declared: readonly string[] = resource.columns,
): readonly string[] {
  const known = new Set(columnsOf(resource, declared).map(({ path }) => path))
  const paths = Array.isArray(kept)
    ? [...new Set(kept.filter((path): path is string => typeof path === 'string' && known.has(path)))]
    : []
  if (paths.length === 0) return declared.filter((path) => known.has(path))
  return paths.includes(resource.title) || !declared.includes(resource.title) ? paths : [resource.title, ...paths]
}

/** The width of a column as a track of a grid: pixels for a constant width, else shares. */
const TRACKS: Record<CellKind, string> = {
  title: 'minmax(160px, 2.2fr)',
  toggle: '76px',
  state: 'minmax(112px, 0.9fr)',
  yesno: 'minmax(92px, 0.6fr)',
  date: 'minmax(144px, 0.9fr)',
  choice: 'minmax(96px, 0.9fr)',
  ref: 'minmax(104px, 1.6fr)',
  chips: 'minmax(120px, 1.5fr)',
  mono: 'minmax(104px, 0.9fr)',
  number: 'minmax(72px, 0.6fr)',
  text: 'minmax(96px, 1.4fr)',
}

/** The resources with the longest names: a place is named by its kind, its location and a number. */
const PLACES: ReadonlySet<string | undefined> = new Set(['sites', 'teams'])

export const trackOf = ({ kind, path, field }: Column): string => {
  if (path === 'location.formatted') return 'minmax(140px, 2.4fr)'
  if (kind === 'ref' && PLACES.has(field.of)) return 'minmax(184px, 2.4fr)'
  // The beginning of a token tells it from others by its end.
  if (path === 'prefix') return TRACKS.date
  // A description is read, not looked through: 300 pixels (APP-05), where the window is wide enough for all columns.
  if (field.type === 'longtext') return 'minmax(clamp(96px, 55vw - 400px, 300px), 2.2fr)'
  // A title is mostly a name; a code is short and leaves its room to the other columns.
  return TRACKS[kind === 'title' && TYPED.test(path) ? 'mono' : kind]
}
