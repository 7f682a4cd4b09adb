type Row = Record<string, unknown>

/**
 * Returns the value at a path such as `location.city` or `MobileProfiles.0.name`, or undefined if the path leads
 * nowhere. A name applied to a list is applied to each of its entries.
 */
export function valueAt(record: unknown, path: string): unknown {
  let value = record
  for (const name of path.split('.')) {
    if (Array.isArray(value) && !/^\d+$/.test(name)) value = value.map((item) => valueAt(item, name))
    else if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    else value = (value as Row)[name]
  }
  return value
}

const idOf = (value: unknown): unknown => (typeof value === 'object' && value !== null ? (value as Row)['id'] : value)

/** Returns the ids of references, which are ids or records: each once, the lowest first. */
export const idsIn = (references: unknown): number[] =>
  [...new Set((Array.isArray(references) ? references : [references]).map(idOf))]
    .filter((id): id is number => typeof id === 'number')
    .sort((one, other) => one - other)

/** Formats a value as the text of a cell. A list shows the codes or names of its entries; any other object is JSON. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => nameOf(item)).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function nameOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return cellOf(item)
  const { code, name } = item as Row
  return typeof code === 'string' ? code : typeof name === 'string' ? name : JSON.stringify(item)
}
