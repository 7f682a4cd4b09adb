import type { Resource } from '@tocsin/core/vocabulary/resource'
import { withCommentWanted } from '@tocsin/core/resources/license-comments/comment'

/** Fields asked for a new record of a noun if not all declared ones are: an action sets the others. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  // CLIENT-05
  clients: ['name', 'nickname', 'manager'],
}

export const fieldsOfNew = (noun: string): { only?: readonly string[] } => {
  const only = ASKED[noun]
  return only ? { only } : {}
}

/** Returns the noun with the fields a full screen requires; a dialog creates it with fewer. */
export const wholeOf = (resource: Resource): Resource =>
  resource.name === 'license-comments' ? withCommentWanted(resource) : resource
