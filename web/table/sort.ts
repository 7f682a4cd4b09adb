export type Sort = { path: string; direction: 'ASC' | 'DESC' }

/** Reads `name DESC` of an address or a declaration; null where there is no order. */
export const sortOf = (order: string | null | undefined): Sort | null => {
  const [path, direction] = (order ?? '').split(' ')
  return path ? { path, direction: direction === 'DESC' ? 'DESC' : 'ASC' } : null
}

/** Returns the order after a press on a heading: ascending, then descending, then null for the default order. */
export const nextSort = (sort: Sort | null, path: string): Sort | null =>
  sort?.path !== path ? { path, direction: 'ASC' } : sort.direction === 'ASC' ? { path, direction: 'DESC' } : null
