import { resources, RESOURCE_NAMES, type ResourceName } from '@tocsin/core/resources/index'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { vocabulary } from '../words'

const loaded = new Map<string, Resource>()

/** Loads every declaration with its words: the console names every resource from its first screen on. */
export async function loadResources(): Promise<void> {
  for (const resource of await Promise.all(
    RESOURCE_NAMES.map((resourceName): Promise<Resource> => resources[resourceName]()),
  )) {
    loaded.set(resource.name, resource)
    vocabulary.add(['resources', resource.name], resource.messages)
  }
}

/** Returns a declaration, which is loaded before the first screen. */
export function resourceOf(resourceName: ResourceName): Resource {
  const resource = loaded.get(resourceName)
  if (!resource) throw new Error(`${resourceName} is not loaded`)
  return resource
}

export const findResource = (resource: string): Resource | undefined => loaded.get(resource)
export const everyResource = (): Resource[] => [...loaded.values()]
