import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'

/** Returns the values in an address for a new record: `?ClientId=7&mode=site`. Only valid declared fields count. */
export function knownFrom(resource: Resource, query: URLSearchParams, clientId: number | null): Draft {
  const known: Draft = {}
  const { tenant } = resource
  if (tenant !== undefined && clientId !== null) known[tenant] = clientId
  for (const [name, text] of query) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
    if (!field || field.readonly === true || field.secret) continue
    if (field.type === 'ref' && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID) known[name] = Number(text)
    if (field.type === 'choice' && field.choices?.includes(text)) known[name] = text
    if (['text', 'longtext', 'email', 'phone'].includes(field.type)) known[name] = text
  }
  return known
}
