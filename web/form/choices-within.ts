import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'

/** Returns the filter of the records to choose from: the client of the record that will point to them. */
export function choicesWithin(resource: Resource, target: Resource | undefined, draft: Draft): Record<string, number> {
  const client = resource.tenant === undefined ? undefined : draft[resource.tenant]
  return target?.tenant !== undefined && typeof client === 'number' ? { [target.tenant]: client } : {}
}

/**
 * Returns the fields to empty after another field changed: if that is the client, a site, project or app of the
 * previous client does not belong to the new one.
 */
export function leftBehind(
  resource: Resource,
  path: string,
  findResource: (resourceName: string) => Resource | undefined,
) {
  if (path !== resource.tenant) return {}
  return Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) =>
      (field.type === 'ref' || field.type === 'refs') &&
      !field.readonly &&
      name !== path &&
      findResource(field.of ?? '')?.tenant !== undefined
        ? [[name, null]]
        : [],
    ),
  )
}
