import { kebab } from '../base/naming'
import type { Fields, Resource } from './resource'

/**
 * Returns the filters of a resource's list: its references, also those that are rows of a table, its declared filters,
 * and the hidden rows it can show. A reference that answers contain in two spellings (`termId` and `TermId`) is one
 * filter, which both spellings name.
 */
export function filterFields(resource: Resource): Fields {
  const references = Object.entries(resource.fields).filter(
    ([name, field], index, all) =>
      (field.type === 'ref' || field.told) &&
      !field.secret &&
      all.findIndex(([other]) => kebab(other) === kebab(name)) === index,
  )
  return {
    ...Object.fromEntries(
      references.map(([name, { of = '', offered }]) => [name, { type: 'ref', of, ...(offered ? { offered } : {}) }]),
    ),
    ...(resource.switch ? { showInactive: { type: 'boolean' } } : {}),
    ...(resource.deleted ? { showDeleted: { type: 'boolean' } } : {}),
    ...resource.filters,
  }
}
