import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useCreation } from '../commands/creation'
import { beforeOpening } from '../commands/open-palette'
import { useAccount } from '../data/account'
import { markStale } from '../data/query'
import type { Row } from '../data/row'
import { addFocusHome } from '../ui/focus'
import { useLatest } from '../ui/use-latest'
import { useT } from '../words'
import { isExported } from './exported'
import { filterLabel } from './filter-label'
import type { GridHandle } from './grid'
import { createSeenRows } from './seen-rows'
import { textOfSelection } from './selection'
import type { Live } from './held/live'
import type { TableProps } from './table-props'
import type { Arranging } from './arranging'
import type { useArranging } from './use-arranging'
import { useColumns } from './use-columns'
import { PAGE_SIZES } from './first-rows'
import { useScrollToTop, useList } from './use-list'
import { useGrid } from './use-grid'
import { useFetchedActions } from './use-list-actions'
import { useMemory } from './use-memory'
import { useNarrow } from './use-narrow'
import { useOpening } from './use-opening'
import { useTableCommands } from './use-table-commands'
import { useTableKeys } from './use-table-keys'
import { useUnmatched, withoutRows } from './use-unmatched'
import { useUnseen } from './use-unseen'

/**
 * Runs a list on a page: its rows, its commands and its keys. Returns the properties of each part that is drawn; a part
 * that is not there is null or false.
 */
export function useTable({
  of: resource,
  where,
  order,
  search = true,
  filters,
  filterChoices,
  columns: given,
  openHref: openProp,
  editHref: editProp,
  createHref,
  owner = resource.name,
  prefix = '',
  pageSizes = PAGE_SIZES,
  autoFocus = false,
  selectable = true,
  commands: more,
  exportable = isExported(resource.name),
  rowCommands,
  arranging: arrangingProp,
  panels,
  held,
  live,
  compact = false,
  paints,
  dressName,
  current,
}: TableProps) {
  const t = useT()
  const viewer = useAccount()
  const narrow = useNarrow()
  const context = { where, order, filters }
  const { list, view: read, choosePageSize, ...left } = useList({ resource, viewer, owner, prefix, context, pageSizes })
  const grid = useRef<GridHandle>(null)
  const useView = live?.useView ?? useOwnView
  const whole = useView({ list, view: read, grid })
  const filter = useUnmatched()
  const view = filter.firstUnmatched ? withoutRows(whole) : whole
  const { listUrl, request, source, selection, selected } = view
  const { query, state } = request
  const total = source.total ?? 0
  const { active } = list
  const settledIndex = useSyncExternalStore(active.subscribe, active.settled)
  // The palette opens with the actions of the row that has the focus.
  useEffect(() => beforeOpening(() => flushSync(active.settle)), [active])

  const [seen] = useState(createSeenRows)
  const [previewing, setPreviewing] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [filtersOpen, setFiltersOpen] = useState(() =>
    Object.keys(listUrl.offered).some((name) => state.filters[name] !== undefined),
  )
  const [said, say] = useState('')
  const filterInput = useRef<HTMLInputElement>(null)
  const sortChoice = useRef<HTMLSelectElement>(null)
  const instead = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLElement>(null)
  /** Returns the first button or link that is shown instead of rows. */
  const wayOn = () => instead.current?.querySelector<HTMLElement>('button, a') ?? null
  // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- it reads the page alone
  useEffect(() => addFocusHome(() => (grid.current ? null : wayOn())), [])
  useScrollToTop(view, grid, () => say(t('table.found', { count: total })))

  const { fresh, outside } = useUnseen(resource, list, view)
  const chosen = useMemo(
    () => (selected === 0 ? null : list.targets(fresh)),
    // oxlint-disable-next-line react/exhaustive-deps -- the targets are those of this selection in these rows
    [list, fresh, selected, selection, query, source],
  )
  const columns = useColumns({
    resource,
    viewer,
    owner,
    source,
    narrow,
    columns: given,
    where,
    openHref: openProp,
    editHref: editProp,
    compact,
    hidesOff: listUrl.hidden === 'showInactive' && !query['showInactive'] && !query.ids,
    paints,
    dressName,
  })
  const { openHref, nameOfRow } = columns
  const isNarrowed = filter.firstUnmatched !== undefined || request.isNarrowed
  const useOrder = useOrderOf(arrangingProp)
  const arranging = useOrder({
    source,
    grid,
    frame,
    blocked: isNarrowed || request.order !== listUrl.declaredOrder ? { key: 'table.arranging.blocked' } : null,
    nameOf: nameOfRow,
    say,
  })
  const placeOf = arrangingProp?.placeOf
  const arrangingTools = arrangingProp?.tools
  const labelOfPanel = panels?.label
  const panelTools = panels?.tools
  const gridColumns = useMemo(
    () => [
      ...(labelOfPanel && panelTools ? [panelTools.panelColumn(labelOfPanel, t)] : []),
      ...(placeOf && arrangingTools ? [arrangingTools.handleColumn(placeOf, nameOfRow, t)] : []),
      ...columns.columns,
    ],
    [labelOfPanel, panelTools, placeOf, arrangingTools, nameOfRow, t, columns.columns],
  )
  const liftNow = useLatest(arranging.lift)
  const ofRow = useMemo(
    () => (row: Row) => [
      ...(rowCommands?.(row) ?? []),
      ...(arrangingTools ? [arrangingTools.liftCommand(resource, nameOfRow(row), () => liftNow()?.(row))] : []),
      ...(panels ? [panels.tools.panelCommand(panels, row)] : []),
    ],
    [rowCommands, arrangingTools, panels, resource, nameOfRow, liftNow],
  )
  const activeRow = total > 0 ? arranging.shown.at(settledIndex) : undefined
  const remember = useMemory({ ...left, list, view, grid, owner, resource, viewerId: viewer.id, autoFocus, openHref })
  const creation = useCreation(resource, createHref, where)

  const currentId = current?.id
  const currentAt = currentId === undefined ? undefined : isNarrowed ? source.indexOf(currentId) : current?.at
  // The row of the record that is open is the active one, unless the focus is on another row.
  useEffect(() => {
    if (currentAt !== undefined && !grid.current?.inBody()) grid.current?.show(currentAt)
  }, [currentId, currentAt, whole.settled])

  const { follow, open } = useOpening(openHref, remember, current?.enter, panels)
  const refresh = () => {
    if (source.failure) source.retry()
    else if (held) held.take()
    else void markStale(resource.name)
    columns.again()
  }
  const selectMore = () =>
    list.selectMore(outside, async (all) => (await import('./selected-rows')).gathered(resource, all))
  const selectNone = () => {
    list.selectNone()
    say(t('table.selected', { count: 0 }))
  }
  const clearFilter = () => {
    filter.clear()
    list.clearFilter()
  }
  const clearNarrowing = isNarrowed ? clearFilter : undefined
  const leaveFilter = () => {
    if (!grid.current?.focus()) wayOn()?.focus()
  }
  /** Gives the focus to the headings; on a narrow screen, which has none, to the choice of the order. */
  const chooseSort = () => {
    if (!narrow) return void grid.current?.focusHead()
    // The choice is among the filters, and can take the focus once they are drawn.
    flushSync(() => setFiltersOpen(true))
    sortChoice.current?.focus()
  }
  const closePreview = () => {
    setPreviewing(false)
    grid.current?.focus()
  }
  const { hidden } = listUrl
  const mayShow = selected > 0 && list.isShowable()
  const leaveSelected = state.ids ? list.leaveSelected : undefined

  useFetchedActions(whole.settled)
  const { onList, commandsOn, save } = useTableCommands({
    resource,
    viewer,
    owner,
    view,
    columns,
    chosen,
    activeRow,
    hasUnmatchedFilter: filter.firstUnmatched !== undefined,
    exportable: exportable !== false,
    more,
    ofRow,
    acts: {
      follow,
      create: creation,
      preview: () => setPreviewing(!previewing),
      refresh: live && !source.failure ? undefined : refresh,
      focusFilter: search
        ? () => {
            filterInput.current?.focus()
            filterInput.current?.select()
          }
        : undefined,
      clearFilter: clearNarrowing,
      showInactive: hidden && { on: state.filters[hidden] === true, flip: () => void list.flipHidden() },
      chooseSort,
      chooseColumns: compact ? undefined : () => setChoosing(true),
      selectMore: selectable && total > 0 ? selectMore : undefined,
      showSelected: mayShow ? list.showSelected : undefined,
    },
  })
  useTableKeys({
    grid,
    filterInput,
    onList,
    commands: () => commandsOn(arranging.shown.at(active.index)),
    isForRow: () => autoFocus || selected > 0 || grid.current?.within() === true,
    hasTargetRows: () => selected > 0 || grid.current?.inBody() === true,
    belongsToList: () => selected > 0 || frame.current?.contains(document.activeElement) === true,
    hasCopy: rowCommands !== undefined,
    closePreview: previewing ? closePreview : undefined,
    leaveSelected,
    clearSelection: selected > 0 ? selectNone : undefined,
    clearFilter: clearNarrowing,
    leaveFilter,
  })

  const chosenText = textOfSelection(view, outside, t)
  const rows = useGrid(
    {
      resource,
      list,
      view: { ...view, source: arranging.shown },
      columns: { ...columns, columns: gridColumns },
      narrow,
      selectable,
      offset: left.kept?.offset ?? 0,
      handle: grid,
      say,
      remember,
    },
    { onOpen: open, onFollow: follow, onSeen: seen.show },
  )
  const { tenant } = resource

  return {
    frame,
    label: t('table.list', { names: t(`resources.${resource.name}.names`).toLowerCase() }),
    saving: exportable === true && !narrow ? save : null,
    heard: arranging.heard ?? (selected > 0 ? chosenText : said),
    toolbar: {
      resource,
      state,
      onChange: list.changeAddress,
      onLeaveOnly: leaveSelected ?? (() => {}),
      within: tenant === undefined || typeof query[tenant] !== 'number' ? undefined : query[tenant],
      unmatched: filter.unmatched,
      onUnmatched: filter.tell,
      offered: listUrl.offered,
      choices: filterChoices,
      hidden,
      searchable: search,
      filterRef: filterInput,
      open: filtersOpen,
      onOpen: setFiltersOpen,
      onLeaveFilter: leaveFilter,
      onColumns: () => setChoosing(true),
      compact,
      onRefresh: live ? undefined : refresh,
      fetching: source.fetching && source.total !== undefined,
      narrow,
    },
    sorting: narrow && {
      resource,
      ref: sortChoice,
      order: request.order,
      columns: columns.shown,
      onChange: (next: string | null) => list.changeAddress({ order: next, offset: 0 }),
    },
    nothing: total === 0 && {
      ref: instead,
      columns: gridColumns,
      selectable,
      sort: rows.sort,
      resource,
      source,
      q: state.q,
      unmatched: filter.firstUnmatched && {
        filter: filterLabel(resource, filter.firstUnmatched[0])(t),
        ...filter.firstUnmatched[1],
      },
      narrowed: isNarrowed,
      hidden: hidden && state.filters[hidden] !== true ? hidden : undefined,
      onShowHidden: list.flipHidden,
      onClear: clearFilter,
      creation,
    },
    rows: {
      ...rows,
      current: currentId,
      onLift: arranging.lift,
      drag: arrangingTools && { useDrag: arrangingTools.useDrag, onMoveTo: arranging.moveTo },
      lifted: arranging.block,
      panels,
    },
    arranging: arranging.bar,
    status: {
      total: source.total,
      seen,
      selected: selected > 0 ? chosenText : null,
      onSelectAll: selectable && selection.kind === 'rows' && selected - outside < total ? selectMore : undefined,
      onShow: mayShow ? list.showSelected : undefined,
      onClear: selectNone,
      hasHints: !compact,
      pageSize: view.pageSize,
      pageSizes,
      onPageSize: choosePageSize,
      onJump: (index: number) => grid.current?.jump(index),
      failure: source.total === undefined ? undefined : source.failure,
      missing: source.missing,
      onRetry: () => source.retry(),
      retryKeys: live ? undefined : RETRY,
    },
    acting: chosen && { resource, viewer, chosen },
    preview: previewing &&
      activeRow && { resource, row: activeRow, openHref: openHref?.(activeRow), onClose: closePreview },
    chooser: choosing && {
      resource,
      declared: columns.declared,
      chosen: columns.paths,
      open: true,
      onClose: () => setChoosing(false),
      onChoose: columns.choose,
    },
  }
}

const RETRY = ['R']

/** The rows of a list that are as they were read. */
const useOwnView: Live['useView'] = ({ view }) => view

type Order = Omit<ReturnType<typeof useArranging>, 'lift'> & { lift: ((row: Row) => void) | undefined }
type OrderParts = Omit<Parameters<typeof useArranging>[0], 'arranging'>

/** Returns the hook of the order of a list, which is the same for as long as the list exists. */
const useOrderOf = (arranging: Arranging | undefined): ((parts: OrderParts) => Order) =>
  arranging ? (parts) => arranging.tools.useArranging({ arranging, ...parts }) : useOwnOrder

/** The rows of a list whose order people do not give. */
const useOwnOrder = ({ source }: OrderParts): Order => ({
  shown: source,
  lift: undefined,
  moveTo: () => {},
  block: undefined,
  heard: null,
  bar: null,
})
