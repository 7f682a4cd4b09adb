type Row = Record<string, unknown>

/** What stands at `location.city` in a row; null where nothing does. */
export function valueAt(row: Row, path: string): unknown {
  let value: unknown = row
  for (const name of path.split('.')) {
    if (Array.isArray(value)) return (value as Row[]).map((item) => valueAt(item, name))
    if (typeof value !== 'object' || value === null) return null
    value = (value as Row)[name]
  }
  return value ?? null
}

/** A value as a cell: a list shows what its entries are known by, anything deeper is JSON. */
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
