import type { ListQuery } from '@tocsin/core/api/client'
import { mayDo, type Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Field, Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { findFace } from '../data/resources'
import { filtersOf, readAddress, writeAddress, type FilterValue, type ListState } from './address'

/** The context of a list: the filters that it fixes, the default order and the filters that it offers. */
export type ListContext = {
  /** The filters that the page fixes. The address never changes them. */
  where?: ListQuery | undefined
  /** The default order; undefined for that of the resource. */
  order?: string | undefined
  /** The names of the offered filters; undefined for all that narrow a list. */
  filters?: readonly string[] | undefined
}

export type ListChange = Partial<Omit<ListState, 'filters'>> & {
  filters?: Readonly<Record<string, FilterValue | null>>
}

/** The filter that shows hidden rows too. */
export type HiddenRows = 'showInactive' | 'showDeleted'

/** What a list requests from the server. */
export type ListRequest = {
  /** The search text, filters, order, offset and ids in the URL. */
  state: ListState
  query: ListQuery
  /** Equal for equal queries. */
  key: string
  /** The order; undefined for the server's default. */
  order: string | undefined
  /** True if anything besides the hidden rows' filter narrows the list. */
  isNarrowed: boolean
}

/** Returns whether a field narrows a list. A field that adds data to each row or shows hidden rows does not. */
const narrows = (name: string, field: Field) =>
  field.type !== 'boolean' && field.default === undefined && name !== 'showInactive' && name !== 'showDeleted'

/**
 * Returns whether the viewer can choose a record for a filter. They cannot if the resource is unknown or not visible to
 * them. A user of a client cannot choose a client (PERM-38).
 */
const canChoose = (viewer: Viewer, resource: Resource, name: string, { of }: Field): boolean => {
  if (of === undefined) return true
  const target = findFace(of)
  const isFixedClient = name === resource.tenant && viewer.userType === 'client'
  return target !== undefined && mayDo(viewer, target, 'view') && !isFixedClient
}

/** Reads and writes a list's part of the URL, as its context defines it. */
export type ListUrl = {
  /** All filters that the page does not fix. */
  known: Fields
  /** The filters that the viewer is offered. */
  offered: Fields
  hidden: HiddenRows | undefined
  declaredOrder: string | undefined
  read: (search: string) => ListRequest
  /** Returns the URL parameters with a change applied. */
  write: (search: string, change: ListChange) => string
  /** Returns the change that leads to this query. */
  changeTo: (query: ListQuery) => ListChange
}

/** Reads and writes a list's part of the URL. `prefix` distinguishes two lists on one page. */
export function createListUrl(
  resource: Resource,
  viewer: Viewer,
  { where = {}, order: usual, filters: names }: ListContext,
  prefix: string,
): ListUrl {
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
