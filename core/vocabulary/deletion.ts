import type { Reason, Resource } from './resource'

type Record = { readonly [field: string]: unknown }

/** The action that takes a deletion back, of nouns that only mark what is deleted (PROJ-02). */
export const restoringOf = ({ actions }: Pick<Resource, 'actions'>): string | undefined =>
  Object.keys(actions).find((name) => actions[name]?.undo === 'delete')

/** What takes an action, or the deletion, back: another of the noun's, or `irreversible`. */
export const inverseOf = (resource: Resource, action: string): string =>
  (action === 'delete' ? restoringOf(resource) : resource.actions[action]?.undo) ?? 'irreversible'

/** Whether a record is only there to be restored. */
export const isDeleted = ({ deleted }: Pick<Resource, 'deleted'>, record: Record): boolean =>
  deleted !== undefined && typeof record[deleted] === 'string'

/** Whether a record is out of use. */
export const isOff = (resource: Pick<Resource, 'switch'>, record: Record): boolean =>
  resource.switch !== undefined && record[resource.switch] === false

/** What a list is asked for so that it leaves out nothing that was deleted. */
export const deletedToo = ({ deleted }: Pick<Resource, 'deleted'>): { showDeleted?: true } =>
  deleted === undefined ? {} : { showDeleted: true }

/** What a list is asked for so that it leaves out nothing that is out of use. */
export const inactiveToo = (resource: Pick<Resource, 'switch'>): { showInactive?: true } =>
  resource.switch === undefined ? {} : { showInactive: true }

/** Message key of a refusal that restoring would lift. */
export const RESTORE_FIRST = 'deletion.restoreFirst'

/** What is deleted takes nothing but to be restored: why an action, `update` or `delete` is refused; null where it is not. */
export function refusedDeleted(resource: Resource, record: Record, action: string): Reason | null {
  const restore = restoringOf(resource)
  if (!isDeleted(resource, record) || restore === undefined || action === restore) return null
  return { key: RESTORE_FIRST, values: { noun: resource.name, restore, id: record['id'] } }
}
