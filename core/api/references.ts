import type { Client, ListQuery } from './client'
import { PAGE_SIZE_MAX } from '../base/constants'
import { inactiveToo } from '../vocabulary/deletion'
import { fold } from '../base/fold'
import type { Resource } from '../vocabulary/resource'

/** Returns whether two names are equal apart from case, accents and surrounding blanks. */
export const isSameName = (one: string, other: string): boolean => fold(one).trim() === fold(other).trim()

export type Row = { id: number } & Record<string, unknown>

/** Returns the names of a record: its title and its aliases. */
export const namesOf = (resource: Resource, row: Row): string[] => {
  const fields = [resource.title, ...(resource.aliases ?? [])]
  const names = fields.map((field) => row[field]).filter((name): name is string => typeof name === 'string')
  return [...new Set(names)]
}

/** Returns every record of a resource with this title or alias; `within` narrows the search. */
export async function recordsNamed(
  client: Client,
  resource: Resource,
  name: string,
  within: ListQuery = {},
): Promise<Row[]> {
  const found: Row[] = []
  for await (const page of client.all(
    resource,
    // Lists omit inactive records by default, but a name may mean one. Deleted records come only if `within` asks.
    { ...within, ...inactiveToo(resource), ...everyKind(resource), q: name },
    PAGE_SIZE_MAX,
  ))
    found.push(...(page.rows as Row[]).filter((row) => namesOf(resource, row).some((one) => isSameName(one, name))))
  return found
}

/**
 * Returns the records of the first page of which a name begins with a text, apart from case and accents, each with that
 * name; those that begin as it is spelled come first. `within` narrows the search.
 */
export async function recordsBeginning(
  client: Client,
  resource: Resource,
  text: string,
  within: ListQuery = {},
): Promise<{ row: Row; name: string }[]> {
  const query = { ...within, ...inactiveToo(resource), ...everyKind(resource), limit: PAGE_SIZE_MAX }
  const { rows } = await client.list(resource, text.trim() === '' ? query : { ...query, q: text })
  const found = (rows as Row[]).flatMap((row) => {
    const name = namesOf(resource, row).find((one) => fold(one).startsWith(fold(text)))
    return name === undefined ? [] : [{ row, name }]
  })
  const isSpelled = ({ name }: { name: string }) => Number(name.startsWith(text))
  return found.toSorted(
    (one, other) =>
      isSpelled(other) - isSpelled(one) || one.name.localeCompare(other.name) || one.row.id - other.row.id,
  )
}

/**
 * Returns the filter that lists every kind of record. Some lists show one kind unless a filter names others (users show the
 * viewer's own type, A-042). The kind is a field that is set at creation, with a filter of the same name.
 */
function everyKind(resource: Resource): ListQuery {
  const filter = Object.entries(resource.filters ?? {}).find(
    ([name, { type, default: preset }]) =>
      type === 'choice' && preset === undefined && resource.fields[name]?.readonly === 'after-create',
  )
  return filter ? { [filter[0]]: (filter[1].choices ?? []).join(',') } : {}
}
