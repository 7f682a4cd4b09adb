import { deletedToo, inactiveToo, isDeleted } from '@tocsin/core/vocabulary/deletion'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Ask } from '../commands/command'
import { client } from '../data/api'
import { logFailure, lookupOf } from '../data/lookup'
import { findResource } from '../data/resources'
import type { FoundRecord } from './record-engine'

/**
 * Finds matching records of a resource at the server, or the deleted ones among them, with the query of every lookup and
 * the filter of what asks.
 */
export async function searchServer(
  resourceName: string,
  text: string,
  signal: AbortSignal,
  { deleted = false, where }: Pick<Ask, 'deleted' | 'where'> = {},
): Promise<FoundRecord[]> {
  const resource = findResource(resourceName)
  if (!resource) return []
  // An inactive record may be searched for in order to activate it.
  const found = client.list(
    resource,
    { ...lookupOf(text), ...(where ?? inactiveToo(resource)), ...(deleted ? deletedFirst(resource) : {}) },
    signal,
  )
  const { rows } = await found.catch((error: unknown) => {
    if (!signal.aborted) logFailure(resourceName, error)
    throw error
  })
  const kept = (rows as Record<string, unknown>[]).filter((row) => !deleted || isDeleted(resource, row))
  return kept.map((row) => ({
    noun: resourceName,
    id: Number(row['id']),
    title: String(row[resource.title] ?? ''),
    subtitle: null,
    tier: 0,
    score: 0,
    marks: [],
  }))
}

/** Returns the filter and order that put deleted records first. */
const deletedFirst = (resource: Resource) => ({ ...deletedToo(resource), order: `${resource.deleted} ASC` })
