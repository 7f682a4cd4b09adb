import type { Resource } from '@tocsin/core/resource'
import { client } from '../data/api'
import { findResource } from '../data/nouns'
import type { FoundRecord } from './record-engine'

/** What the server is asked for below what was found here: its first page of matches, the oldest first (AUTOC-01). */
const PAGE = { limit: 15, offset: 0, order: 'createdAt ASC' }

/** It is asked when nothing was typed for so long (AUTOC-02), in milliseconds. */
export const SERVER_AFTER = 400

/** Records of a noun that match at the server. */
export async function searchServer(noun: string, text: string, signal: AbortSignal): Promise<FoundRecord[]> {
  const resource = findResource(noun)
  if (!resource) return []
  const q = text.trim()
  const { rows } = await client.list(resource, { ...PAGE, ...(q ? { q } : {}), ...inactiveToo(resource) }, signal)
  return (rows as Record<string, unknown>[]).map((row) => ({
    noun,
    id: Number(row['id']),
    title: String(row[resource.title] ?? ''),
    subtitle: null,
    tier: 0,
    score: 0,
    marks: [],
  }))
}

/** The palette finds what is switched off as well: it may be wanted to be switched on. */
const inactiveToo = (resource: Resource) => (resource.fields['active'] ? { showInactive: true } : {})
