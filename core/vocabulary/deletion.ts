import type { Reason, Resource } from './resource'

type Record = { readonly [field: string]: unknown }

/** Returns the action that takes a deletion back, for resources that only mark a record as deleted (PROJ-02). */
export const restoringOf = ({ actions }: Pick<Resource, 'actions'>): string | undefined =>
  Object.keys(actions).find((name) => actions[name]?.undo === 'delete')

/** Returns the action that takes an action, or the deletion, back: another of the resource's, or `irreversible`. */
export const inverseOf = (resource: Resource, action: string): string =>
  (action === 'delete' ? restoringOf(resource) : resource.actions[action]?.undo) ?? 'irreversible'

/** Returns whether a record is deleted and only there to be restored. */
export const isDeleted = ({ deleted }: Pick<Resource, 'deleted'>, record: Record): boolean =>
  deleted !== undefined && typeof record[deleted] === 'string'

/** Returns whether a record is out of use. */
export const isOff = (resource: Pick<Resource, 'switch'>, record: Record): boolean =>
  resource.switch !== undefined && record[resource.switch] === false

/** Returns the parameter with which a list includes deleted records. */
export const deletedToo = ({ deleted }: Pick<Resource, 'deleted'>): { showDeleted?: true } =>
  deleted === undefined ? {} : { showDeleted: true }

/** Returns the parameter with which a list includes records that are out of use. */
export const inactiveToo = (resource: Pick<Resource, 'switch'>): { showInactive?: true } =>
  resource.switch === undefined ? {} : { showInactive: true }

/** Message key of a refusal that restoring would lift. */
export const RESTORE_FIRST = 'deletion.restoreFirst'

/**
 * Returns the reason to refuse an action, `update` or `delete` of a deleted record. Null if the record is not deleted,
 * or if the action restores it.
 */
export function refusedDeleted(resource: Resource, record: Record, action: string): Reason | null {
  const restore = restoringOf(resource)
  if (!isDeleted(resource, record) || restore === undefined || action === restore) return null
  if (action === 'delete') return { key: 'deletion.already' }
  return { key: RESTORE_FIRST, values: { noun: resource.name, restore, id: record['id'] } }
}
