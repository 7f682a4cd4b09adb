import type { Resource } from '@tocsin/core/vocabulary/resource'
import { viewOf } from '../data/views'

/** Returns the fields asked for a new record of a noun, if not all declared ones are. */
export function fieldsOfNew(noun: string): { only?: readonly string[] } {
  const { asked } = viewOf(noun)
  return asked ? { only: asked } : {}
}

/** Returns the noun with the fields a full screen requires. */
export const wholeOf = (resource: Resource): Resource => viewOf(resource.name).whole?.(resource) ?? resource
