import type { ListQuery } from '@tocsin/core/api/client'
import { filterFields } from '@tocsin/core/vocabulary/filters'
import { choiceOf, labelOf } from '@tocsin/core/vocabulary/field-words'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Field, Resource } from '@tocsin/core/vocabulary/resource'
import { currentAccount } from '../data/account'
import { pointedQuery } from '../data/names'
import { findResource } from '../data/resources'
import { queryClient } from '../data/query'

type Part = (t: Translate) => string

/** Returns the filters of a list in words: `“iris”, Project: Interior`; empty where there are none. */
export async function filterText(resource: Resource, query: ListQuery): Promise<Part> {
  const { q } = query
  const filters = Object.entries(filterFields(resource)).filter(([name]) => query[name] !== undefined)
  const parts: Part[] = [
    ...(q ? [() => `“${q}”`] : []),
    ...(await Promise.all(filters.map(([name, field]) => filterPart(resource, name, field, query[name])))),
  ]
  return (t) => parts.map((part) => part(t)).join(', ')
}

async function filterPart(resource: Resource, name: string, field: Field, value: unknown): Promise<Part> {
  if (name === 'showInactive' || name === 'showDeleted') return (t) => t(`acts.filters.${name}`)
  if (field.type === 'boolean') return (t) => labelOf(resource, name, t)
  const text = await valueText(resource, name, field, value)
  return (t) => `${labelOf(resource, name, t)}: ${text(t)}`
}

async function valueText(resource: Resource, name: string, field: Field, value: unknown): Promise<Part> {
  if (field.type === 'choice') return (t) => choiceOf(resource, name, String(value), t)
  const [target, account] = [field.of === undefined ? undefined : findResource(field.of), currentAccount()]
  if (!target || !account || typeof value !== 'number') return () => String(value)
  // Where the name cannot be read, the id is shown.
  const row = await queryClient.fetchQuery(pointedQuery(account.id, target, value)).catch(() => null)
  return () => String(row?.[target.title] ?? `#${value}`)
}
