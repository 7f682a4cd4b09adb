import type { Resource } from '@tocsin/core/vocabulary/resource'
import { viewOf } from '../data/views'

/** Returns the fields that the form of a new record shows. Without `only`, it shows all declared fields. */
export function fieldsOfNew(resource: string): { only?: readonly string[] } {
  const { asked } = viewOf(resource)
  return asked ? { only: asked } : {}
}

/** Returns the resource with the fields that its form on a full page requires. */
export const wholeOf = (resource: Resource): Resource => viewOf(resource.name).whole?.(resource) ?? resource
