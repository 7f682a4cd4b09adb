import type { ListQuery } from '@tocsin/core/api/client'
import { mayDo, type Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Field, Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { findResource } from '../data/nouns'
import { filtersOf, readAddress, writeAddress, type FilterValue, type ListState } from './address'

/** The place of a list: what it fixes, and what it offers. */
export type Place = {
  /** The filters that the place fixes. The address never changes them. */
  where?: ListQuery | undefined
  /** The default order; else the resource's own. */
  order?: string | undefined
  /** The names of the filters offered; else those that narrow a list. */
  filters?: readonly string[] | undefined
}

export type ListChange = Partial<Omit<ListState, 'filters'>> & {
  filters?: Readonly<Record<string, FilterValue | null>>
}

/** The switch of a list that shows hidden rows too. */
export type HiddenRows = 'showInactive' | 'showDeleted'

/** The question that a list asks the server. */
export type Question = {
  /** The search, filters, order and place of the address. */
  state: ListState
  query: ListQuery
  /** The same for the same query. */
  key: string
  /** The order; undefined for that of the server. */
  order: string | undefined
  /** True where something besides the hidden rows narrows the list. */
  isNarrowed: boolean
}

/** Returns whether a field narrows a list. A field that asks for more in each row or for hidden rows is no filter. */
const narrows = (name: string, field: Field) =>
  field.type !== 'boolean' && field.default === undefined && name !== 'showInactive' && name !== 'showDeleted'

/**
 * Returns whether the viewer can choose among the records that a filter points to. Nouns that do not stand or may not
 * be seen are no choice, and an account of a client has no other client to choose (PERM-38).
 */
const canChoose = (viewer: Viewer, resource: Resource, name: string, { of }: Field): boolean => {
  if (of === undefined) return true
  const target = findResource(of)
  const isSettled = name === resource.tenant && viewer.userType === 'client'
  return target !== undefined && mayDo(viewer, target, 'view') && !isSettled
}

/** The part of an address that a list reads and writes, in its place. */
export type Reader = {
  /** All filters that the place does not fix. */
  known: Fields
  /** The filters that the viewer is offered. */
  offered: Fields
  hidden: HiddenRows | undefined
  declaredOrder: string | undefined
  read: (search: string) => Question
  /** Returns the search with a change in it. */
  write: (search: string, change: ListChange) => string
  /** Returns the change that gives the list this query. */
  changeTo: (query: ListQuery) => ListChange
}

/** Makes the reader of a list's part of an address; `prefix` keeps two lists of one page apart. */
export function questionReader(
  resource: Resource,
  viewer: Viewer,
  { where = {}, order: usual, filters: names }: Place,
  prefix: string,
): Reader {
  const known = filtersOf(resource, where)
  const offered = Object.fromEntries(
    Object.entries(known).filter(
      ([name, field]) => (names?.includes(name) ?? narrows(name, field)) && canChoose(viewer, resource, name, field),
    ),
  )
  const hidden = (['showInactive', 'showDeleted'] as const).find((name) => known[name])
  const declaredOrder = usual ?? resource.order
  return {
    known,
    offered,
    hidden,
    declaredOrder,
    read(search) {
      const state = readAddress(new URLSearchParams(search), resource, known, prefix)
      const { q, filters, ids } = state
      const order = state.order ?? declaredOrder
      const query = {
        ...filters,
        ...(q ? { q } : {}),
        ...(ids ? { ids } : {}),
        ...(order ? { order } : {}),
        ...where,
      }
      const isNarrowed = q !== '' || ids !== null || Object.keys(filters).some((name) => name !== hidden)
      return { state, query, key: JSON.stringify(query), order, isNarrowed }
    },
    write(search, { filters: changed, ...rest }) {
      const params = new URLSearchParams(search)
      const before = readAddress(params, resource, known, prefix)
      const values: Record<string, FilterValue> = { ...before.filters }
      for (const [name, value] of Object.entries(changed ?? {}))
        if (value === null) delete values[name]
        else values[name] = value
      return writeAddress(params, { ...before, ...rest, filters: values }, known, prefix).toString()
    },
    changeTo: (asked) => ({
      q: asked.q ?? '',
      ids: asked.ids ?? null,
      filters: Object.fromEntries(
        Object.keys(known).map((name) => [name, (asked[name] as FilterValue | undefined) ?? null]),
      ),
      offset: 0,
    }),
  }
}
