import type { Resource } from '@tocsin/core/vocabulary/resource'

/** Returns the label of a filter, or of the field of that name. */
export const filterLabel = (resource: Resource, name: string) => (t: (key: string) => string) => {
  if (name === 'showInactive' || name === 'showDeleted') return t(`table.${name}`)
  const own = `resources.${resource.name}.filters.${name}`
  return t(own) === own ? t(`resources.${resource.name}.fields.${name}`) : t(own)
}
