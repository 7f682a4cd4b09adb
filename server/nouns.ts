import { snake } from '@tocsin/core/naming'
import type { Field, Resource } from '@tocsin/core/resource'
import { sql, type RawBuilder } from 'kysely'
import type { AnyHandlers } from './handlers'

/** A noun as the server works with it: its declaration, what it does differently, and how it lies in the database. */
export type ServedNoun = {
  resource: Resource
  handlers: AnyHandlers
  table: RawBuilder<unknown>
  /** The function that finds ids by text. */
  search: RawBuilder<unknown>
  /** Declared fields that are columns, with their columns. */
  stored: ReadonlyMap<string, { column: string; field: Field }>
  /** Every answered field as `expression as "field"`. */
  selection: RawBuilder<unknown>
  /** The same without the texts that are read on their own: a list of a thousand would be as long as a thousand books. */
  listed: RawBuilder<unknown>
  /** A field's value in SQL, dotted for what lies within a group; undefined when there is no such field. */
  expression: (path: string) => { sql: RawBuilder<unknown>; field: Field } | undefined
}

export function serveNoun(resource: Resource, handlers: AnyHandlers = {}): ServedNoun {
  const computed = handlers.computed ?? {}
  const stored = new Map<string, { column: string; field: Field }>()
  for (const [name, field] of Object.entries(resource.fields))
    if (!field.secret && !computed[name]) stored.set(name, { column: snake(name), field })

  const valueOf = (name: string) => {
    const column = stored.get(name)
    return column ? sql`${sql.ref(`r.${column.column}`)}` : computed[name]
  }

  const answered = Object.entries(resource.fields).filter(([, field]) => !field.secret)
  const select = (fields: typeof answered) =>
    sql.join(fields.map(([name]) => sql`${valueOf(name)} as ${sql.ref(name)}`))
  return {
    resource,
    handlers,
    table: sql`${sql.table(snake(resource.name))}`,
    search: sql`${sql.id(`tocsin_search_${snake(resource.name)}`)}`,
    stored,
    selection: select(answered),
    listed: select(answered.filter(([, { type }]) => type !== 'html')),
    expression(path) {
      const [name = '', ...inside] = path.split('.')
      let field: Field | undefined = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
      let value = field && !field.secret ? valueOf(name) : undefined
      for (const [index, key] of inside.entries()) {
        field = field?.fields && Object.hasOwn(field.fields, key) ? field.fields[key] : undefined
        if (!field || !value) return undefined
        value = index === inside.length - 1 ? sql`${value} ->> ${sql.lit(key)}` : sql`${value} -> ${sql.lit(key)}`
      }
      return field && value ? { sql: value, field } : undefined
    },
  }
}
