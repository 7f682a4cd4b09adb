export type Sort = { path: string; direction: 'ASC' | 'DESC' }

/** `name DESC` of an address or a declaration; null where nothing orders. */
export const sortOf = (order: string | null | undefined): Sort | null => {
  const [path, direction] = (order ?? '').split(' ')
  return path ? { path, direction: direction === 'DESC' ? 'DESC' : 'ASC' } : null
}

/** What pressing a heading orders by next: up, down, then as the list has it. */
export const nextSort = (sort: Sort | null, path: string): Sort | null =>
  sort?.path !== path ? { path, direction: 'ASC' } : sort.direction === 'ASC' ? { path, direction: 'DESC' } : null
