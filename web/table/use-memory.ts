import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { entryId, keep } from '../navigation/entry'
import { mayMoveFocus } from '../ui/focus'
import { onMade, type Made } from '../navigation/made'
import { openedFrom } from '../navigation/neighbours'
import { aroundRow } from './around-row'
import type { GridHandle } from './grid'
import { keptOf, type KeptSelection } from './selection'
import type { ListHandle } from './use-list'

// The search for a new record is loaded after one is made.
const afterCreate = () => import('./after-create')

/** Returns the id in the hash of an address (`#row=12`), which names the record just created; null without one. */
function rowInHash(hash: string): number | null {
  const [, id] = /^#row=(\d{1,10})$/.exec(hash) ?? []
  return id === undefined ? null : Number(id)
}

/** The state of a list that was left. */
export type RememberedList = {
  query: string
  index: number
  id: number | undefined
  offset: number
  selection: KeptSelection
  focused: boolean
  /** True if the reader went on from the record that was opened, to one that the list may not have had in view. */
  left?: true
}

type Parts = Pick<ListHandle, 'list' | 'view' | 'entry' | 'kept'> & {
  grid: RefObject<GridHandle | null>
  owner: string
  resource: Resource
  viewerId: number
  autoFocus: boolean
  openHref: ((row: { id: number }) => string) | undefined
}

/** The number of frames to wait for a row that can take the focus. */
const FRAMES = 20

/**
 * Restores the last place, or goes to the new record, once the rows are loaded, and remembers the place when the
 * list is left. Returns a function that remembers at once, for callers about to navigate away.
 */
export function useMemory({
  list,
  view,
  entry,
  kept,
  grid,
  owner,
  resource,
  viewerId,
  autoFocus,
  openHref,
}: Parts): () => void {
  const { active } = list
  const { request, pageSize, source, settled, selection } = view
  const { query, key: queryKey } = request
  const { offset } = request.state
  const total = source.total ?? 0
  useLayoutEffect(() => {
    if (kept?.selection) return
    // Only a first visit takes the place from the address: afterwards the reader alone moves the list.
    if (offset > 0) grid.current?.show(offset)
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])

  const arrived = useRef(false)
  useEffect(() => {
    if (arrived.current || !settled) return
    const wanted = rowInHash(location.hash)
    if (total === 0 && wanted === null) return
    arrived.current = true
    // The grid has no rows until it is measured, and new ones only once React has drawn: a frame later, or on a busy
    // machine a few.
    const focusSoon = (frames = FRAMES) =>
      requestAnimationFrame(() => {
        if (mayMoveFocus() && !grid.current?.focus() && frames > 0) focusSoon(frames - 1)
      })
    if (wanted !== null) {
      history.replaceState(history.state, '', location.pathname + location.search)
      void afterCreate().then(async ({ findPlace, tellOfRow }) => {
        const at = await findPlace(viewerId, resource, query, pageSize, total, wanted)
        if (at === undefined) tellOfRow(wanted, openHref)
        else grid.current?.show(at)
        focusSoon()
      })
      return
    }
    // Rows may have come or gone above the remembered one, or the reader went on to another one.
    const moved =
      kept?.id !== undefined && (kept.left || source.at(kept.index)?.id !== kept.id)
        ? source.indexOf(kept.id)
        : undefined
    if (moved !== undefined) grid.current?.show(moved)
    // A list that takes the focus takes it after a reload too, wherever it was when the page was left.
    if (!(autoFocus || kept?.focused) || !mayMoveFocus() || grid.current?.focus()) return
    focusSoon()
  }, [settled, total, source, kept, autoFocus, viewerId, resource, query, pageSize, grid, openHref])

  // The record that a dialog over this list made or changed becomes the active row, wherever the focus went back to.
  const seek = useRef<(made: Made) => void>(() => {})
  useLayoutEffect(() => {
    seek.current = ({ resource: resourceName, id, isNew }) => {
      if (resourceName !== resource.name) return
      requestAnimationFrame(() => {
        const before = document.activeElement
        void afterCreate().then(async ({ findPlace, tellOfRow }) => {
          const at = await findPlace(viewerId, resource, query, pageSize, total + (isNew ? 1 : 0), id, active.index)
          if (at === undefined) return isNew ? tellOfRow(id, openHref) : undefined
          grid.current?.show(at)
          requestAnimationFrame(() => {
            if (document.activeElement === before || mayMoveFocus()) grid.current?.focus()
          })
        })
      })
    }
  })
  useEffect(() => onMade((made) => seek.current(made)), [])

  // A dialog over the list has its own entry of the history, and Back returns to that entry.
  const [path] = useState(location.pathname)
  const shownAt = useRef(entry)
  const remember = useRef<() => void>(() => {})
  useLayoutEffect(() => {
    if (location.pathname === path) shownAt.current = entryId()
    remember.current = () => {
      // Before the rows arrive there is nothing to remember, and the earlier state is not restored yet.
      if (!arrived.current) return
      const now: RememberedList = {
        query: queryKey,
        index: active.index,
        id: source.at(active.index)?.id,
        offset: grid.current?.offset() ?? 0,
        selection: keptOf(selection),
        focused: grid.current?.within() ?? false,
      }
      const at = shownAt.current
      keep(at, `table:${owner}`, now)
      openedFrom({
        ...aroundRow(resource.name, source, active.index, total),
        visit: (id, index) => keep(at, `table:${owner}`, { ...now, id, index, left: true }),
      })
    }
    remember.current()
  })
  useLayoutEffect(() => {
    const stop = active.subscribe(() => remember.current())
    return () => {
      stop()
      remember.current()
    }
  }, [active])
  const [now] = useState(() => () => remember.current())
  return now
}
