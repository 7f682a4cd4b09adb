import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useAtomValue } from 'jotai/react'
import { useLocation } from 'wouter'
import { css } from 'styled-system/css'
import { isDeleted, isOff } from '@tocsin/core/vocabulary/deletion'
import { useCreation } from '../commands/creation'
import { flip } from '../commands/flip'
import { useAccount } from '../data/account'
import { locksAtom } from '../data/locked-clients'
import { markStale } from '../data/query'
import type { Row } from '../data/row'
import type { Unmatched } from '../form/choice-box'
import { fromHere } from '../navigation/leave-to'
import { Button } from '../ui/button'
import { addFocusHome } from '../ui/focus'
import { useLatest } from '../ui/use-latest'
import { addWords, useT } from '../words'
import { columnAt } from './columns'
import { isExported } from './exported'
import { filterLabel } from './filter-panel'
import { Grid, type GridHandle } from './grid'
import type { ListView } from './list'
import { messages } from './messages'
import { NoRows } from './no-rows'
import { rowsInMemory } from './row-source'
import { createSeenRows } from './seen-rows'
import { isForeign, NOTHING } from './selection'
import { SelectionActions } from './selection-actions'
import { sortOf, type Sort } from './sort'
import { SortChoice } from './sort-choice'
import { StatusLine } from './status-line'
import type { TableProps } from './table-props'
import { Toolbar } from './toolbar'
import { useColumns } from './use-columns'
import { PAGE_SIZES, useList } from './use-list'
import { useMemory } from './use-memory'
import { useNarrow } from './use-narrow'
import { useTableCommands } from './use-table-commands'
import { useTableKeys } from './use-table-keys'
import { gathered, useUnseen } from './use-unseen'

addWords('table', messages)

// Both are fetched when first opened.
const ColumnChooser = lazy(async () => ({ default: (await import('./column-chooser')).ColumnChooser }))
const Preview = lazy(async () => ({ default: (await import('./preview')).Preview }))

const NO_ROWS = rowsInMemory(0, () => ({ id: 0 }))

/** The list of a resource with everything declared of it, reachable by keys. */
export function ResourceTable({
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
  toolbar,
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
  const { reader, question, source, selection, selected } = view
  const { query, state } = question
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
  /** Returns the control of the next step that stands where the rows would be. */
  const wayOn = () => instead.current?.querySelector<HTMLElement>('button, a') ?? null
  // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- it reads the page alone
  useEffect(() => addFocusHome(() => (grid.current ? null : wayOn())), [])
  useBeginning(view, grid, () => say(t('table.found', { count: total })))

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
  const { openHref, called, shown } = columns
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
  const { hidden } = reader
  const mayShow = selected > 0 && list.isShowable()
  const leaveSelected = state.ids ? list.leaveSelected : undefined
  const isNarrowed = filter.wrong !== undefined || question.isNarrowed

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
    closePreview: previewing ? closePreview : undefined,
    leaveSelected,
    clearSelection: selected > 0 ? selectNone : undefined,
    clearFilter: isNarrowed ? clearFilter : undefined,
    leaveFilter,
  })

  const locks = useAtomValue(locksAtom)
  const sort = useMemo<Sort | null>(() => sortOf(question.order), [question.order])
  const isFaint = useCallback((row: Row) => isOff(resource, row) || isDeleted(resource, row), [resource])
  const selectLabel = useCallback((row: Row) => t('table.select', { name: called(row) }), [t, called])
  const onRest = useCallback(
    (first: number) => {
      list.ask({ offset: first })
      remember()
    },
    [list, remember],
  )
  const names = t(`resources.${resource.name}.names`)
  const chosenText = isForeign(selection, query)
    ? t('table.foreignSelected', { count: selected })
    : selection.kind === 'all'
      ? t('table.allSelected', { count: selected })
      : outside > 0
        ? t('table.selectedOutside', { selected: t('table.selected', { count: selected }), count: outside })
        : t('table.selected', { count: selected })
  const { tenant } = resource
  return (
    <section className={frame} aria-label={t('table.list', { names: names.toLowerCase() })}>
      <Toolbar
        resource={resource}
        state={state}
        onChange={list.ask}
        onLeaveOnly={leaveSelected ?? (() => {})}
        within={tenant === undefined || typeof query[tenant] !== 'number' ? undefined : query[tenant]}
        unmatched={filter.unmatched}
        onUnmatched={filter.tell}
        offered={reader.offered}
        choices={filterChoices}
        hidden={hidden}
        searchable={search}
        filterRef={filterInput}
        onLeaveFilter={leaveFilter}
        onColumns={() => setChoosing(true)}
        onRefresh={refresh}
        fetching={source.fetching && source.total !== undefined}
        narrow={narrow}
        order={
          narrow && (
            <SortChoice
              order={question.order}
              columns={shown}
              onChange={(next) => list.ask({ order: next, offset: 0 })}
            />
          )
        }
      >
        {exporting && exportable === true && !narrow && (
          <Button icon="download" onClick={() => void exporting.run({})}>
            {t('table.export')}
          </Button>
        )}
        {toolbar}
      </Toolbar>
      {total === 0 ? (
        <NoRows
          ref={instead}
          resource={resource}
          source={source}
          q={state.q}
          unmatched={filter.wrong && { filter: filterLabel(resource, filter.wrong[0])(t), ...filter.wrong[1] }}
          narrowed={isNarrowed}
          hidden={hidden && state.filters[hidden] !== true ? hidden : undefined}
          onShowHidden={list.flipHidden}
          onClear={clearFilter}
          creation={creation}
        />
      ) : (
        <Grid
          handle={grid}
          label={names}
          source={source}
          columns={columns.columns}
          active={active}
          narrow={narrow}
          selection={!selectable ? null : isForeign(selection, query) ? NOTHING : selection}
          known={columns.known + locks}
          selectLabel={selectLabel}
          isFaint={isFaint}
          selectAllLabel={t('table.selectAll')}
          sort={sort}
          initialOffset={kept?.offset ?? 0}
          onPressHead={onPressHead}
          onTick={list.tick}
          onExtend={list.extend}
          onOpen={open}
          onToggle={(row) => void flip(resource, row)}
          onFollow={follow}
          textOf={called}
          onSeen={seen.show}
          onRest={onRest}
        />
      )}
      <StatusLine
        total={source.total}
        seen={seen}
        selected={selected > 0 ? chosenText : null}
        onSelectAll={
          selectable && total > 0 && selection.kind === 'rows' && selected - outside < total ? selectMore : undefined
        }
        onShow={mayShow ? list.showSelected : undefined}
        onClear={selectNone}
        actions={chosen && <SelectionActions resource={resource} viewer={viewer} chosen={chosen} />}
        pageSize={view.pageSize}
        pageSizes={pageSizes}
        onPageSize={choosePageSize}
        onJump={(index) => grid.current?.jump(index)}
        failure={source.total === undefined ? undefined : source.failure}
        missing={source.missing}
        onRetry={() => source.retry()}
      />
      <output className={heard}>{selected > 0 ? chosenText : said}</output>
      <Suspense>
        {previewing && activeRow && (
          <Preview resource={resource} row={activeRow} openHref={openHref?.(activeRow)} onClose={closePreview} />
        )}
        {choosing && (
          <ColumnChooser
            resource={resource}
            declared={columns.declared}
            chosen={columns.paths}
            open
            onClose={() => setChoosing(false)}
            onChoose={columns.choose}
          />
        )}
      </Suspense>
    </section>
  )
}

/** Holds the texts typed into filters that match no record. While there are any, no rows are shown. */
function useUnmatched() {
  const [unmatched, setUnmatched] = useState<Readonly<Record<string, Unmatched>>>({})
  const [wrong] = Object.entries(unmatched)
  return {
    unmatched,
    wrong,
    tell: (name: string, typed: Unmatched | null) =>
      setUnmatched(({ [name]: _, ...others }) => (typed === null ? others : { ...others, [name]: typed })),
    clear: () => setUnmatched({}),
  }
}

/** Returns the list with no rows; everything that it matches is not selected then. */
const withoutRows = (view: ListView): ListView => ({
  ...view,
  source: NO_ROWS,
  selected: view.selection.kind === 'rows' ? view.selected : 0,
})

/** Begins another query at the top again, and tells so once it is answered. */
function useBeginning(
  { settled, question: { key } }: ListView,
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

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  // The height where the page gives none, as in a tab of a record.
  minHeight: '[min(560px, 62vh - var(--notices, 0px))]',
  minWidth: '0',
  position: 'relative',
})
const heard = css({ srOnly: true })
