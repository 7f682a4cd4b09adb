import { resources, RESOURCE_NAMES, type ResourceName } from '@tocsin/core/resources/index'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { vocabulary } from '../words'

const loaded = new Map<string, Resource>()

/** Loads every declaration with its words: the console names every noun from its first screen on. */
export async function loadNouns(): Promise<void> {
  for (const resource of await Promise.all(RESOURCE_NAMES.map((noun): Promise<Resource> => resources[noun]()))) {
    loaded.set(resource.name, resource)
    vocabulary.add(['resources', resource.name], resource.messages)
  }
}

/** Returns a declaration, which is loaded before the first screen. */
export function resourceOf(noun: ResourceName): Resource {
  const resource = loaded.get(noun)
  if (!resource) throw new Error(`${noun} is not loaded`)
  return resource
}

export const findResource = (noun: string): Resource | undefined => loaded.get(noun)
export const everyResource = (): Resource[] => [...loaded.values()]
