import { filterFields } from '@tocsin/core/vocabulary/filters'
import { clientFieldOf, type Resource } from '@tocsin/core/vocabulary/resource'
import type { Context } from './context'

/** Returns the filter that narrows a resource to the default client; empty without one, or where it has no clients. */
export async function withinDefaultClient(context: Context, resource: Resource): Promise<Record<string, number>> {
  const field = narrowingField(resource)
  const client = field === undefined ? null : await context.defaultClient()
  return client === null ? {} : withinClient(resource, client.id)
}

/** Returns the filter that narrows a resource to a client; empty where it has no clients. */
export function withinClient(resource: Resource, id: number): Record<string, number> {
  const field = narrowingField(resource)
  return field === undefined ? {} : { [field]: id }
}

function narrowingField(resource: Resource): string | undefined {
  const field = clientFieldOf(resource)
  return field !== undefined && Object.hasOwn(filterFields(resource), field) ? field : undefined
}
