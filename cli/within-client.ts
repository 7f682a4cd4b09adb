import { filterFields } from '@tocsin/core/vocabulary/filters'
import { clientFieldOf, type Resource } from '@tocsin/core/vocabulary/resource'
import type { Context } from './context'

/** Returns the filter that narrows a resource to the default client; empty without one, or where it has no clients. */
export async function withinDefaultClient(context: Context, resource: Resource): Promise<Record<string, number>> {
  const field = clientFieldOf(resource)
  if (field === undefined || !Object.hasOwn(filterFields(resource), field)) return {}
  const client = await context.defaultClient()
  return client === null ? {} : { [field]: client.id }
}
