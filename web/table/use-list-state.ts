import { useCallback, useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import type { Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { toast } from '../notices/toast'
import { readAddress, unreadIn, writeAddress, type FilterValue, type ListState } from './address'
import { filterLabel } from './filter-panel'

export type ListChange = Partial<Omit<ListState, 'filters'>> & {
  filters?: Readonly<Record<string, FilterValue | null>>
}

/** Tells of filters in the address that cannot be read: the list shows all rows, which could pass for the answer. */
function useUnreadTold(search: string, resource: Resource, filters: Fields, prefix: string): void {
  const unread = JSON.stringify(unreadIn(new URLSearchParams(search), filters, prefix))
  useEffect(() => {
    for (const { name, text } of JSON.parse(unread) as ReturnType<typeof unreadIn>)
      toast({
        tone: 'trouble',
        text: (t) => t('table.unread', { filter: filterLabel(resource, name)(t), text }),
        of: `${resource.name} by ${name}`,
      })
  }, [unread, resource])
}

/** Reads and writes the list's part of the address: in place, so that Back leaves the list and undoes no letters. */
export function useListState(
  resource: Resource,
  filters: Fields,
  prefix: string,
): [state: ListState, change: (change: ListChange) => void] {
  const search = useSearch()
  useUnreadTold(search, resource, filters, prefix)
  const state = useMemo(
    () => readAddress(new URLSearchParams(search), resource, filters, prefix),
    [search, resource, filters, prefix],
  )
  const change = useCallback(
    ({ filters: changed, ...rest }: ListChange) => {
      const params = new URLSearchParams(location.search)
      const before = readAddress(params, resource, filters, prefix)
      const values: Record<string, FilterValue> = { ...before.filters }
      for (const [name, value] of Object.entries(changed ?? {}))
        if (value === null) delete values[name]
        else values[name] = value
      const text = writeAddress(params, { ...before, ...rest, filters: values }, filters, prefix).toString()
      if (text === params.toString()) return
      history.replaceState(history.state, '', `${location.pathname}${text ? `?${text}` : ''}${location.hash}`)
    },
    [resource, filters, prefix],
  )
  return [state, change]
}
