import { useMemo, useState } from 'react'
import { PAGE_SIZE } from '@tocsin/core/base/constants'
import type { ListQuery } from '@tocsin/core/api/client'
import { mayDo, type Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Field, Resource } from '@tocsin/core/vocabulary/resource'
import { findResource } from '../data/nouns'
import { filtersOf, type FilterValue } from './address'
import { keepChoice, readChoice } from './kept-choices'
import { useListState, type ListChange } from './use-list-state'

const NO_WHERE: ListQuery = {}
export const PAGE_SIZES: readonly number[] = [10, PAGE_SIZE, 100]

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

type Place = {
  viewer: Viewer
  where: ListQuery | undefined
  order: string | undefined
  filters: readonly string[] | undefined
  prefix: string
}

/** Returns the query of a list: the filters its place fixes, and the search, filters and order of the address. */
export function useQuestion(
  resource: Resource,
  { viewer, where = NO_WHERE, order: usual, filters: names, prefix }: Place,
) {
  const whereKey = JSON.stringify(where)
  const fixed = useMemo(() => JSON.parse(whereKey) as ListQuery, [whereKey])
  const known = useMemo(() => filtersOf(resource, fixed), [resource, fixed])
  const offered = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(known).filter(
          ([name, field]) =>
            (names?.includes(name) ?? narrows(name, field)) && canChoose(viewer, resource, name, field),
        ),
      ),
    [known, names, viewer, resource],
  )
  const hidden: 'showInactive' | 'showDeleted' | undefined = known['showInactive']
    ? 'showInactive'
    : known['showDeleted']
      ? 'showDeleted'
      : undefined
  const [state, change] = useListState(resource, known, prefix)
  const { q, filters, ids } = state
  const declaredOrder = usual ?? resource.order
  const order = state.order ?? declaredOrder
  const query = useMemo<ListQuery>(
    () => ({ ...filters, ...(q ? { q } : {}), ...(ids ? { ids } : {}), ...(order ? { order } : {}), ...fixed }),
    [filters, q, ids, order, fixed],
  )
  /** Returns the change of state that gives the list this query. */
  const changeTo = (asked: ListQuery): ListChange => ({
    q: asked.q ?? '',
    ids: asked.ids ?? null,
    filters: Object.fromEntries(
      Object.keys(known).map((name) => [name, (asked[name] as FilterValue | undefined) ?? null]),
    ),
    offset: 0,
  })
  return {
    state,
    change,
    changeTo,
    offered,
    hidden,
    order,
    declaredOrder,
    query,
    queryKey: JSON.stringify(query),
    whereKey,
  }
}

/** The number of rows fetched at a time: this account's choice for this list, else fifty where that is offered. */
export function usePageSize(
  account: number,
  owner: string,
  sizes: readonly number[],
): [size: number, choose: (size: number) => void] {
  const [size, setSize] = useState(() => {
    const chosen = readChoice(account, owner, 'pageSize')
    return sizes.find((one) => one === chosen) ?? sizes.find((one) => one === PAGE_SIZE) ?? sizes[0] ?? PAGE_SIZE
  })
  return [
    size,
    (next) => {
      keepChoice(account, owner, 'pageSize', next)
      setSize(next)
    },
  ]
}
