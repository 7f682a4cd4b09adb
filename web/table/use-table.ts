import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { useCreation } from '../commands/creation'
import { useAccount } from '../data/account'
import { markStale } from '../data/query'
import type { Row } from '../data/row'
import { fromHere } from '../navigation/leave-to'
import { addFocusHome } from '../ui/focus'
import { useLatest } from '../ui/use-latest'
import { useT } from '../words'
import { columnAt } from './columns'
import { isExported } from './exported'
import type { GridHandle } from './grid'
import { createSeenRows } from './seen-rows'
import type { TableProps } from './table-props'
import { useColumns } from './use-columns'
import { PAGE_SIZES, useScrollToTop, useList } from './use-list'
import { useMemory } from './use-memory'
import { useNarrow } from './use-narrow'
import { useTableCommands } from './use-table-commands'
import { useTableKeys } from './use-table-keys'
import { useUnmatched, withoutRows } from './use-unmatched'
import { gathered, useUnseen } from './use-unseen'

/** Returns what a list on a page consists of: its rows, its commands and keys, and the handlers of its controls. */
export function useTable({
  of: resource,
  where,
  order,
  search = true,
  filters,
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
}: TableProps) {
  const t = useT()
  const viewer = useAccount()
  const narrow = useNarrow()
  const [, navigate] = useLocation()
  const place = { where, order, filters }
  const {
    list,
    view: whole,
    entry,
    kept,
    choosePageSize,
  } = useList({ resource, viewer, owner, prefix, place, pageSizes })
  const filter = useUnmatched()
  const view = filter.wrong ? withoutRows(whole) : whole
  const { listUrl, request, source, selection, selected } = view
  const { query, state } = request
  const total = source.total ?? 0
  const { active } = list
  const settledIndex = useSyncExternalStore(active.subscribe, active.settled)
  const activeRow = total > 0 ? source.at(settledIndex) : undefined

  const [seen] = useState(createSeenRows)
  const [previewing, setPreviewing] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [said, say] = useState('')
  const grid = useRef<GridHandle>(null)
  const filterInput = useRef<HTMLInputElement>(null)
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
  })
  const { openHref } = columns
  const remember = useMemory({
    list,
    view,
    entry,
    kept,
    grid,
    owner,
    resource,
    viewerId: viewer.id,
    autoFocus,
    openHref,
  })
  const creation = useCreation(resource, createHref, where)

  const follow = (href: string) => {
    remember()
    navigate(href, { state: fromHere() })
  }
  const open = (row: Row, way: 'here' | 'tab') => {
    const href = openHref?.(row)
    if (href === undefined) return
    if (way === 'here') return follow(href)
    remember()
    window.open(href, '_blank', 'noopener')
  }
  const refresh = () => {
    if (source.failure) source.retry()
    else void markStale(resource.name)
    columns.again()
  }
  const selectMore = () => list.selectMore(outside, (all) => gathered(resource, all))
  const selectNone = () => {
    list.selectNone()
    say(t('table.selected', { count: 0 }))
  }
  const clearFilter = () => {
    filter.clear()
    list.clearFilter()
  }
  const pressHead = (id: string) => {
    if (id === 'select') return list.tickAll()
    if (!columnAt(resource, id)?.sortable) return
    const now = list.sortBy(id)
    const column = now && columnAt(resource, now.path)
    if (now && column)
      say(t('table.sortedBy', { column: t(column.label), direction: t(`table.directions.${now.direction}`) }))
  }
  const pressed = useLatest(pressHead)
  const onPressHead = useCallback((id: string) => pressed()(id), [pressed])
  const leaveFilter = () => {
    if (!grid.current?.focus()) wayOn()?.focus()
  }
  const closePreview = () => {
    setPreviewing(false)
    grid.current?.focus()
  }
  const { hidden } = listUrl
  const mayShow = selected > 0 && list.isShowable()
  const leaveSelected = state.ids ? list.leaveSelected : undefined
  const isNarrowed = filter.wrong !== undefined || request.isNarrowed

  const { commandsOn, exporting } = useTableCommands({
    resource,
    viewer,
    owner,
    view,
    columns,
    chosen,
    activeRow,
    isWrong: filter.wrong !== undefined,
    exportable: exportable !== false,
    more,
    acts: {
      follow,
      create: creation,
      preview: () => setPreviewing(!previewing),
      refresh,
      focusFilter: search
        ? () => {
            filterInput.current?.focus()
            filterInput.current?.select()
          }
        : undefined,
      showInactive: hidden && { on: state.filters[hidden] === true, flip: () => void list.flipHidden() },
      chooseSort: () => void grid.current?.focusHead(),
      chooseColumns: () => setChoosing(true),
      selectMore: selectable && total > 0 ? selectMore : undefined,
      showSelected: mayShow ? list.showSelected : undefined,
    },
  })
  useTableKeys({
    grid,
    filterInput,
    commands: () => commandsOn(source.at(active.index)),
    isMine: () => autoFocus || selected > 0 || grid.current?.within() === true,
    isAimed: () => selected > 0 || grid.current?.inBody() === true,
    isWithin: () => selected > 0 || frame.current?.contains(document.activeElement) === true,
    closePreview: previewing ? closePreview : undefined,
    leaveSelected,
    clearSelection: selected > 0 ? selectNone : undefined,
    clearFilter: isNarrowed ? clearFilter : undefined,
    leaveFilter,
  })

  return {
    viewer,
    narrow,
    list,
    view,
    filter,
    columns,
    chosen,
    outside,
    activeRow,
    seen,
    grid,
    filterInput,
    instead,
    frame,
    creation,
    exporting: exportable === true ? exporting : null,
    kept,
    pageSizes,
    choosePageSize,
    remember,
    said,
    isNarrowed,
    mayShow,
    leaveSelected,
    previewing,
    closePreview,
    choosing,
    setChoosing,
    follow,
    open,
    refresh,
    selectMore: selectable && total > 0 ? selectMore : undefined,
    selectNone,
    clearFilter,
    pressHead: onPressHead,
    leaveFilter,
  }
}
