import type { ListQuery } from '@tocsin/core/api/client'
import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import type { Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import type { Targets } from '../commands/targets'
import { createActiveRow, type ActiveRow } from './active-row'
import { createListUrl, type ListChange, type ListContext, type ListRequest, type ListUrl } from './list-request'
import type { RowPages } from './row-pages'
import type { RowSource } from './row-source'
import {
  addRows,
  countSelected,
  dropRows,
  EMPTY_SELECTION,
  everything,
  extendTo,
  hasAllOf,
  isOfOtherList,
  isSelected,
  targetsOf,
  toggleRow,
  type Selection,
} from './selection'
import { nextSort, sortOf, type Sort } from './sort'

/** Where a list keeps its state: the browser's URL on a page, a string in a test. */
export type AddressStore = {
  get: () => string
  set: (search: string) => void
  subscribe: (listener: () => void) => () => void
}

type Options = {
  resource: Resource
  viewer: Viewer
  context: ListContext
  /** Distinguishes two lists on one page in the URL. */
  prefix?: string
  address: AddressStore
  pageSize: number
  /** Opens the rows of a query. They are loaded page by page as they come into view. */
  open: (query: ListQuery, pageSize: number, start: number) => RowPages
  /** The row that is active at first; by default the first row of the URL. */
  start?: number | undefined
  selection?: Selection | undefined
}

/** The state of a list at one moment. */
export type ListView = {
  listUrl: ListUrl
  request: ListRequest
  pageSize: number
  /** The rows. Those of the previous query stay until the rows of the new one arrive. */
  source: RowSource
  /** True once the rows are those of the current query. */
  settled: boolean
  selection: Selection
  /** The number of selected rows. */
  selected: number
}

export type List = ReturnType<typeof createList>

/** Returns what a page fixes of a list, as text. A list that takes later rows is still the same one. */
const fixedBy = ({ where }: ListContext) => JSON.stringify({ ...where, upTo: undefined })

/** Creates the state of a list, without React and the DOM: its query, its rows, its active row and its selection. */
export function createList({
  resource,
  viewer,
  context,
  prefix = '',
  address,
  pageSize: firstSize,
  open,
  start,
  selection: firstSelection = EMPTY_SELECTION,
}: Options) {
  const listeners = new Set<() => void>()
  let listUrl = createListUrl(resource, viewer, context, prefix)
  let where = fixedBy(context)
  let request = listUrl.read(address.get())
  let pageSize = firstSize
  let selection = firstSelection
  const active: ActiveRow = createActiveRow(start ?? request.state.offset)
  let pages = open(request.query, pageSize, active.index)
  /** The last settled rows, which stay until the rows of the next query arrive. */
  let lastSettled: RowSource | undefined
  /** The query from before the list showed only the selection. */
  let queryBeforeSelection: ListQuery = {}
  let view: ListView | undefined
  let stop = () => {}

  function changed(): void {
    view = undefined
    for (const listener of listeners) listener()
  }

  function reopen(): void {
    stop()
    pages = open(request.query, pageSize, active.index)
    if (listeners.size > 0) stop = pages.subscribe(changed)
    changed()
  }

  /** Reads the query from the URL, and requests other rows if it has changed. */
  function reread(): void {
    const next = listUrl.read(address.get())
    const isSame = next.key === request.key
    request = isSame ? { ...next, query: request.query } : next
    if (isSame) changed()
    else reopen()
  }

  function now(): ListView {
    if (view) return view
    const source = pages.source()
    const settled = source.total !== undefined || source.failure !== undefined
    if (settled) lastSettled = source
    const shown = settled ? source : (lastSettled ?? source)
    const selected = countSelected(selection, { query: request.query, total: shown.total ?? 0 })
    view = { listUrl, request, pageSize, source: shown, settled, selection, selected }
    return view
  }

  function select(change: Selection | ((before: Selection) => Selection)): void {
    const next = typeof change === 'function' ? change(selection) : change
    if (next === selection) return
    selection = next
    changed()
  }

  const changeAddress = (change: ListChange): void => address.set(listUrl.write(address.get(), change))
  const matched = () => ({ query: request.query, total: now().source.total ?? 0 })

  let stopAddress = () => {}
  return {
    active,
    now,

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      if (listeners.size === 1) {
        stop = pages.subscribe(changed)
        stopAddress = address.subscribe(reread)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop()
        stopAddress()
      }
    },

    /** Gives the list another context. The selection stays, unless the context fixes other filters. */
    setContext: (next: ListContext): void => {
      const key = fixedBy(next)
      listUrl = createListUrl(resource, viewer, next, prefix)
      if (key !== where) selection = EMPTY_SELECTION
      where = key
      reread()
    },

    changeAddress,

    setPageSize: (size: number): void => {
      if (size === pageSize) return
      pageSize = size
      reopen()
    },

    /** Shows or hides the hidden rows. Returns false if the list has no switch for them. */
    flipHidden: (): boolean => {
      const { hidden } = listUrl
      if (!hidden) return false
      changeAddress({ filters: { [hidden]: request.state.filters[hidden] === true ? null : true }, offset: 0 })
      return true
    },

    /** Clears everything that narrows the list, except the switch of the hidden rows. */
    clearFilter: (): void => {
      const narrowing = Object.keys(request.state.filters).filter((name) => name !== listUrl.hidden)
      changeAddress({ q: '', filters: Object.fromEntries(narrowing.map((name) => [name, null])), ids: null, offset: 0 })
    },

    /** Sorts by a column, then in the opposite direction, then by the default order. Returns the resulting sort. */
    sortBy: (path: string): Sort | null => {
      const next = nextSort(sortOf(request.order), path)
      changeAddress({ order: next && `${next.path} ${next.direction}`, offset: 0 })
      return next ?? sortOf(listUrl.declaredOrder)
    },

    select,
    tick: (row: Row, index: number) => select((was) => toggleRow(was, row, index)),
    extend: (from: number, to: number) => select((was) => extendTo(was, from, to, now().source.at)),
    selectNone: () => select(EMPTY_SELECTION),

    /** Selects the loaded rows, or deselects them if any of them is selected. */
    tickAll: (): void => {
      const loaded = now().source.loaded()
      select((was) =>
        isOfOtherList(was, request.query) || !loaded.some(({ id }) => isSelected(was, id))
          ? addRows(was, loaded)
          : dropRows(was, loaded),
      )
    },

    /**
     * Selects all loaded rows, and the next time everything that matches. `outside` counts selected rows that do not
     * match. They stay selected if `gather` returns the matching rows; it returns null if there are too many of them.
     */
    selectMore: (outside: number, gather: (all: Selection) => Promise<readonly Row[] | null>): void => {
      const { source, settled } = now()
      const loaded = source.loaded()
      const all = everything(matched())
      if (!settled || loaded.length === source.total || !hasAllOf(selection, loaded)) select(addRows(selection, loaded))
      else if (outside === 0) select(all)
      else void gather(all).then((rows) => select((was) => (rows ? addRows(was, rows) : all)))
    },

    /** Returns whether the list can be limited to the selection: something is selected, and the list shows more. */
    isShowable: (): boolean =>
      now().selected > 0 &&
      !request.state.ids &&
      (selection.kind === 'rows' || isOfOtherList(selection, request.query)),

    /** Limits the list to the selection. */
    showSelected: (): void => {
      if (selection.kind === 'all') return changeAddress(listUrl.changeTo(selection.of.query))
      queryBeforeSelection = request.query
      changeAddress({ ...listUrl.changeTo({}), ids: [...selection.rows.keys()].slice(0, PAGE_SIZE_MAX) })
    },

    /** Returns from the selection to the query before it. */
    leaveSelected: (): void => changeAddress(listUrl.changeTo(queryBeforeSelection)),

    /** Returns the selection as targets, with the latest version of each row; null if nothing is selected. */
    targets: (fresh: ReadonlyMap<number, Row>): Targets | null => {
      const { source, selected } = now()
      if (selected === 0) return null
      const rows = new Map(source.loaded().map((row) => [row.id, row]))
      return targetsOf(selection, matched(), (id) => rows.get(id) ?? fresh.get(id))
    },
  }
}
