import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Profile } from '@tocsin/core/api/session'
import type { Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { useSearch } from 'wouter'
import { queryClient } from '../data/query'
import { entryId } from '../navigation/entry'
import { toast } from '../notices/toast'
import { invalidFiltersIn } from './address'
import { filterLabel } from './filter-label'
import { keptList, pageSizeOf, pagesOf } from './first-rows'
import type { GridHandle } from './grid'
import { keepChoice } from './kept-choices'
import { createList, type AddressStore, type List, type ListView } from './list'
import { createListUrl, type ListContext } from './list-request'
import { createRowPages } from './row-pages'
import { fromKept } from './selection'
import type { RememberedList } from './use-memory'

type Parts = {
  resource: Resource
  viewer: Profile
  /** The key under which the list's preferences and its state are kept. */
  owner: string
  prefix: string
  context: ListContext
  pageSizes: readonly number[]
}

/** A list on a page, and its kept state if the user came back to it. */
export type ListHandle = {
  list: List
  view: ListView
  /** The id of the browser history entry that shows the list. */
  entry: string
  kept: RememberedList | undefined
  choosePageSize: (size: number) => void
}

/** The browser's URL. It is replaced, not pushed, so that Back leaves the list instead of undoing single letters. */
const browserAddress = (path: string): AddressStore => ({
  get: () => location.search,
  set(text) {
    if (text === new URLSearchParams(location.search).toString()) return
    history.replaceState(history.state, '', `${location.pathname}${text ? `?${text}` : ''}${location.hash}`)
  },
  subscribe(listener) {
    // Ignores the URL of a dialog over the list, and that of the next page.
    const listen = () => {
      if (location.pathname === path) listener()
    }
    const events = ['popstate', 'pushState', 'replaceState']
    for (const event of events) addEventListener(event, listen)
    return () => {
      for (const event of events) removeEventListener(event, listen)
    }
  },
})

/** Creates the list of a page, and renders again when it changes. */
export function useList({ resource, viewer, owner, prefix, context, pageSizes }: Parts): ListHandle {
  const { where, order, filters } = context
  const [made] = useState(() => {
    const entry = entryId()
    const kept = keptList(entry, owner, createListUrl(resource, viewer, context, prefix).read(location.search))
    const list = createList({
      resource,
      viewer,
      context,
      prefix,
      address: browserAddress(location.pathname),
      pageSize: pageSizeOf(viewer.id, owner, pageSizes),
      open: (query, pageSize, start) =>
        createRowPages({ queries: queryClient, pageSize, start, ...pagesOf(viewer.id, resource, query, pageSize) }),
      start: kept?.index,
      selection: kept && fromKept(kept.selection),
    })
    return { list, entry, kept }
  })
  const { list } = made
  // The context is a new object at every render, so its contents are compared.
  const key = JSON.stringify({ where, order, filters })
  const shown = useRef(key)
  useLayoutEffect(() => {
    if (shown.current === key) return
    shown.current = key
    list.setContext(JSON.parse(key) as ListContext)
  }, [list, key])
  const view = useSyncExternalStore(list.subscribe, list.now)
  useInvalidFilterWarning(resource, view.listUrl.known, prefix)
  return {
    ...made,
    view,
    choosePageSize(size) {
      keepChoice(viewer.id, owner, 'pageSize', size)
      list.setPageSize(size)
    },
  }
}

/** Warns of invalid filters in the URL. The list ignores them, so its rows could be mistaken for the filtered ones. */
function useInvalidFilterWarning(resource: Resource, filters: Fields, prefix: string): void {
  const search = useSearch()
  const unread = JSON.stringify(invalidFiltersIn(new URLSearchParams(search), filters, prefix))
  useEffect(() => {
    for (const { name, text } of JSON.parse(unread) as ReturnType<typeof invalidFiltersIn>)
      toast({
        tone: 'trouble',
        text: (t) => t('table.unread', { filter: filterLabel(resource, name)(t), text }),
        subject: `${resource.name} by ${name}`,
      })
  }, [unread, resource])
}

/** Scrolls to the top and calls `tell` when the rows of another query arrive. */
export function useScrollToTop(
  { settled, request: { key } }: ListView,
  grid: { current: GridHandle | null },
  tell: () => void,
) {
  const answered = useRef(settled ? key : null)
  useLayoutEffect(() => {
    if (!settled || answered.current === key) return
    if (answered.current !== null) {
      grid.current?.show(0)
      tell()
    }
    answered.current = key
  })
}
