import { fold } from '@tocsin/core/base/fold'
import { deletedToo, inactiveToo, isDeleted } from '@tocsin/core/vocabulary/deletion'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Ask } from '../commands/command'
import { client } from '../data/api'
import { logFailure, lookupOf } from '../data/lookup'
import { findResource } from '../data/resources'
import type { Row } from '../data/row'
import { nameOf } from '../record/name-of'
import type { FoundRecord } from './record-engine'

/**
 * Finds matching records of a resource at the server, or the deleted ones among them, with the query of every lookup and
 * the filter of what asks.
 */
export async function searchServer(
  resourceName: string,
  text: string,
  signal: AbortSignal,
  t: Translate,
  { deleted = false, where, offers }: Pick<Ask, 'deleted' | 'where' | 'offers'> = {},
): Promise<FoundRecord[]> {
  const resource = findResource(resourceName)
  if (!resource) return []
  // An inactive record may be searched for in order to activate it.
  const found = client.list(
    resource,
    {
      ...lookupOf(resource.unsearched ? '' : text),
      ...(where ?? inactiveToo(resource)),
      ...(deleted ? deletedFirst(resource) : {}),
    },
    signal,
  )
  const { rows } = await found.catch((error: unknown) => {
    if (!signal.aborted) logFailure(resourceName, error)
    throw error
  })
  const kept = (rows as Row[]).filter((row) => (!deleted || isDeleted(resource, row)) && (offers?.(row) ?? true))
  const named = kept.map((row) => ({
    id: row.id,
    title: String(row[resource.title] ?? '') || nameOf(resource, row, t),
  }))
  // The server does not search every resource; the rest is filtered here.
  const isMeant = (title: string) => !resource.unsearched || fold(title).includes(fold(text.trim()))
  return named
    .filter(({ title }) => isMeant(title))
    .map(({ id, title }) => ({
      noun: resourceName,
      id,
      title,
      subtitle: null,
      tier: 0,
      score: 0,
      marks: [],
    }))
}

/** Returns the filter and order that put deleted records first. */
const deletedFirst = (resource: Resource) => ({ ...deletedToo(resource), order: `${resource.deleted} ASC` })
