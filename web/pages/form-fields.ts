import type { Resource } from '@tocsin/core/vocabulary/resource'
import { withCommentWanted } from '@tocsin/core/resources/license-comments/comment'

/** What a new record of a noun is asked for, where that is not all that is declared: some is given by an action. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  // CLIENT-05
  clients: ['name', 'nickname', 'manager'],
}

export const fieldsOfNew = (noun: string): { only?: readonly string[] } => {
  const only = ASKED[noun]
  return only ? { only } : {}
}

/** The noun as a screen has it filled in: one that a dialog makes with a few fields is wanted whole there. */
export const wholeOf = (resource: Resource): Resource =>
  resource.name === 'license-comments' ? withCommentWanted(resource) : resource
