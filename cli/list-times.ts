import type { Resource } from '@tocsin/core/vocabulary/resource'

/** Returns whether `--since` and `--until` narrow a list: its rows say when they were made. */
export const hasTimes = ({ fields, filters }: Pick<Resource, 'fields' | 'filters'>): boolean =>
  fields['createdAt'] !== undefined && filters?.['from'] === undefined

/** Returns whether rows are only ever added to a list, which `--follow` can wait for. */
export const isLog = ({ can, actions, order }: Resource): boolean =>
  !can.create && !can.update && !can.delete && Object.keys(actions).length === 0 && order === 'id DESC'
