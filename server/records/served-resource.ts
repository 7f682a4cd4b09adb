import { fieldsOf, heavyIn } from '@tocsin/core/vocabulary/fields-of'
import { fieldIn } from '@tocsin/core/vocabulary/field-words'
import { snake } from '@tocsin/core/base/naming'
import { bookkeeping, type Field, type Resource } from '@tocsin/core/vocabulary/resource'
import { sql, type RawBuilder } from 'kysely'
import type { AnyOverrides } from './overrides'
import { toldOf } from './links'
import { unlessHidden } from './shared'

/** A resource as the server works with it: its declaration, its overrides, and its columns in the database. */
export type ServedResource = {
  resource: Resource
  overrides: AnyOverrides
  table: RawBuilder<unknown>
  /** The SQL function that finds ids by text. */
  search: RawBuilder<unknown>
  /** The declared fields that are columns, with their columns. */
  stored: ReadonlyMap<string, { column: string; field: Field }>
  /** Returns whether a shared row reveals the field to others than its owner. */
  reveals: (name: string) => boolean
  /**
   * Returns the fields of an answer as `expression as "field"`. In rows for which `hidden` holds, all but the shared
   * fields are empty. `isListed` says which fields with a filter of their own (`listedWith`) are among them; without it
   * all are.
   */
  selection: (hidden: RawBuilder<unknown> | null, isListed?: (filter: string) => boolean) => RawBuilder<unknown>
  /**
   * Returns a field's value in SQL; undefined if there is no such field. The path of a field within a group has a dot.
   */
  expression: (
    path: string,
    hidden: RawBuilder<unknown> | null,
  ) => { sql: RawBuilder<unknown>; field: Field } | undefined
}

export function serveResource(
  resource: Resource,
  overrides: AnyOverrides = { reads: { searchable: null } },
): ServedResource {
  const computed: Record<string, RawBuilder<unknown>> = { ...overrides.reads.computed, ...toldOf(overrides) }
  const stored = new Map<string, { column: string; field: Field }>()
  for (const [name, field] of Object.entries(resource.fields))
    if (!field.secret && !computed[name]) stored.set(name, { column: snake(name), field })

  const valueOf = (name: string) => {
    const column = stored.get(name)
    return column ? sql`${sql.ref(`r.${column.column}`)}` : computed[name]
  }

  const answered = Object.entries(resource.fields).filter(([, field]) => !field.secret)
  const { fields: revealed = [], anonymous = false } = overrides.shared ?? {}
  const alwaysVisible = new Set([...Object.keys(bookkeeping), ...(anonymous ? [] : [resource.tenant]), ...revealed])
  const visibleValue = (name: string, value: RawBuilder<unknown>, field: Field, hidden: RawBuilder<unknown> | null) =>
    hidden && !alwaysVisible.has(name) ? unlessHidden(value, field, hidden) : value
  const heavy = heavyIn(resource.fields)
  /** Returns a field's value without what lies at these paths within it. */
  const lightened = (name: string, without: readonly string[]) =>
    without
      .filter((path) => path.startsWith(`${name}.`))
      .reduce(
        (value, path) => sql`${value} #- ${sql.lit(`{${path.split('.').slice(1).join(',')}}`)}::text[]`,
        valueOf(name)!,
      )
  const select = (without: readonly string[], hidden: RawBuilder<unknown> | null) =>
    sql.join(
      answered
        .filter(([name]) => !without.includes(name))
        .map(
          ([name, field]) => sql`${visibleValue(name, lightened(name, without), field, hidden)} as ${sql.ref(name)}`,
        ),
    )
  // Most queries have no hidden fields, so their selections are built once.
  const built = new Map([[], heavy.map(([path]) => path)].map((without) => [without.length, select(without, null)]))
  return {
    resource,
    overrides,
    table: sql`${sql.table(snake(resource.name))}`,
    search: sql`${sql.id(`tocsin_search_${snake(resource.name)}`)}`,
    stored,
    reveals: (name) => alwaysVisible.has(name),
    selection(hidden, isListed = () => true) {
      const without = heavy.flatMap(([path, filter]) => (isListed(filter) ? [] : [path]))
      return (hidden ? undefined : built.get(without.length)) ?? select(without, hidden)
    },
    expression(path, hidden) {
      const [name = '', ...inside] = path.split('.')
      let field: Field | undefined = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
      let value = field && !field.secret ? valueOf(name) : undefined
      for (const [index, key] of inside.entries()) {
        field = field && fieldIn(fieldsOf(field), key)
        if (!field || !value) return undefined
        value = index === inside.length - 1 ? sql`${value} ->> ${sql.lit(key)}` : sql`${value} -> ${sql.lit(key)}`
      }
      return field && value ? { sql: visibleValue(name, value, field, hidden), field } : undefined
    },
  }
}
