import type { Client, ListQuery } from './client'
import { PAGE_SIZE_MAX } from '../base/constants'
import { inactiveToo } from '../vocabulary/deletion'
import { fold } from '../base/fold'
import type { Resource } from '../vocabulary/resource'

/** Returns whether two names are the same but for case, accents and the blanks around them. */
export const isSameName = (one: string, other: string): boolean => fold(one).trim() === fold(other).trim()

export type Row = { id: number } & Record<string, unknown>

/** Returns the names of a record, besides its id. */
export const namesOf = (resource: Resource, row: Row): string[] => {
  const fields = [resource.title, ...(resource.aliases ?? [])]
  const names = fields.map((field) => row[field]).filter((name): name is string => typeof name === 'string')
  return [...new Set(names)]
}

/** Returns every record of a noun with exactly this title or alias; `within` narrows the search. */
export async function recordsNamed(
  client: Client,
  resource: Resource,
  name: string,
  within: ListQuery = {},
): Promise<Row[]> {
  const found: Row[] = []
  for (const kind of kindsOf(resource))
    for await (const page of client.all(
      resource,
      // Lists leave some records out by default, but a name means those as well; deleted ones only if `within` says so.
      { ...within, ...inactiveToo(resource), ...kind, q: name },
      PAGE_SIZE_MAX,
    ))
      found.push(...(page.rows as Row[]).filter((row) => namesOf(resource, row).some((one) => isSameName(one, name))))
  return found
}

/**
 * Some lists show one kind of record unless another is asked for (users of the viewer's own type, A-042): the kind of a
 * record, chosen when it is created, with a filter of the same name.
 */
function kindsOf(resource: Resource): Record<string, string>[] {
  const filter = Object.entries(resource.filters ?? {}).find(
    ([name, { type, default: preset }]) =>
      type === 'choice' && preset === undefined && resource.fields[name]?.readonly === 'after-create',
  )
  return filter ? (filter[1].choices ?? []).map((choice) => ({ [filter[0]]: choice })) : [{}]
}
