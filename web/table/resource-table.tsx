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
import type { ListQuery } from '@tocsin/core/api/client'
import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { isDeleted, isOff } from '@tocsin/core/vocabulary/deletion'
import type { Command } from '../commands/command'
import { useCreation } from '../commands/creation'
import { flip } from '../commands/flip'
import type { Row } from '../data/row'
import { useAccount } from '../data/account'
import { locksAtom } from '../data/locked-clients'
import type { Unmatched } from '../form/choice-box'
import { addFocusHome } from '../ui/focus'
import { findResource } from '../data/nouns'
import { usePreferences } from '../preferences'
import { titleOf } from '../record/record-name'
import { listExportCommand } from '../sheets/sheet-commands'
import { Button } from '../ui/button'
import { addWords, useT } from '../words'
import { createActiveRow } from './active-row'
import { chosenColumns, columnAt, columnsIn } from './columns'
import { tsvOf } from './copy'
import { isExported } from './exported'
import { filterLabel } from './filter-panel'
import { Grid, type GridHandle } from './grid'
import { gridColumns } from './grid-columns'
import { keepChoice, readChoice } from './kept-choices'
import { messages } from './messages'
import { NoRows } from './no-rows'
import { createSeenRows } from './seen-rows'
import {
  addRows,
  dropRows,
  everything,
  extendTo,
  fromKept,
  hasAllOf,
  isForeign,
  isSelected,
  NOTHING,
  toggleRow,
} from './selection'
import { SelectionActions } from './selection-actions'
import { nextSort, sortOf, type Sort } from './sort'
import { SortChoice } from './sort-choice'
import { StatusLine } from './status-line'
import { tableCommands, type Acts } from './table-commands'
import type { TableProps } from './table-props'
import { Toolbar } from './toolbar'
import { useKept, useMemory } from './use-memory'
import { useLatest } from '../ui/use-latest'
import { useNames } from './use-names'
import { useLentTable } from './use-lent-table'
import { useNarrow } from './use-narrow'
import { rowsInMemory } from './row-source'
import { PAGE_SIZES, usePageSize, useQuestion } from './use-question'
import { useRows } from './use-rows'
import { useTableActs } from './use-table-acts'
import { useTableKeys } from './use-table-keys'
import { gathered, useUnseen } from './use-unseen'
import { textOf } from './value-text'

addWords('table', messages)

// Both are fetched when first opened.
const ColumnChooser = lazy(async () => ({ default: (await import('./column-chooser')).ColumnChooser }))
const Preview = lazy(async () => ({ default: (await import('./preview')).Preview }))

const NO_ROWS = rowsInMemory(0, () => ({ id: 0 }))

/** The list of a noun with everything declared of it, reachable by keys. */
export function ResourceTable({
  of: resource,
  where,
  order: defaultOrder,
  search = true,
  filters: offeredNames,
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
  commands: moreCommands,
  exportable = isExported(resource.name),
  toolbar,
}: TableProps) {
  const t = useT()
  const { locale } = usePreferences()
  const viewer = useAccount()
  const narrow = useNarrow()
  const [, navigate] = useLocation()

  const question = useQuestion(resource, { viewer, where, order: defaultOrder, filters: offeredNames, prefix })
  const { state, change, changeTo, offered, hidden, order, query, queryKey, whereKey } = question
  const { q, filters, ids } = state
  const [pageSize, choosePageSize] = usePageSize(viewer.id, owner, pageSizes)
  const begins = (given ?? columnsIn(resource, viewer, where)).join(' ')
  const declared = useMemo(() => begins.split(' '), [begins])
  const [choice, setChoice] = useState(() => readChoice(viewer.id, owner, 'columns'))
  const paths = useMemo(() => chosenColumns(resource, choice, declared), [resource, choice, declared])

  const memory = useKept(owner, queryKey)
  const { kept } = memory
  const [active] = useState(() => createActiveRow(kept?.index ?? state.offset))
  const [seen] = useState(createSeenRows)
  const [selection, setSelection] = useState(() => (kept ? fromKept(kept.selection) : NOTHING))
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

  /** The texts typed into filters that match no record. While there are any, no rows are shown. */
  const [unmatched, setUnmatched] = useState<Readonly<Record<string, Unmatched>>>({})
  const tellUnmatched = (name: string, typed: Unmatched | null) =>
    setUnmatched(({ [name]: _, ...others }) => (typed === null ? others : { ...others, [name]: typed }))
  const [wrong] = Object.entries(unmatched)
  const listed = useRows(resource, query, pageSize, active.index)
  const { settled } = listed
  const source = wrong ? NO_ROWS : listed.source
  const total = source.total ?? 0
  const settledIndex = useSyncExternalStore(active.subscribe, active.settled)
  const activeRow = total > 0 ? source.at(settledIndex) : undefined

  // Another query begins at the top again. The selection stays, unless the place is that of another client.
  const answered = useRef(settled ? queryKey : null)
  const place = useRef(whereKey)
  useLayoutEffect(() => {
    if (place.current === whereKey) return
    place.current = whereKey
    setSelection(NOTHING)
  }, [whereKey])
  useLayoutEffect(() => {
    if (!settled || answered.current === queryKey) return
    if (answered.current !== null) {
      grid.current?.show(0)
      say(t('table.found', { count: total }))
    }
    answered.current = queryKey
  }, [settled, queryKey, total, t])
  const { fresh, outside } = useUnseen({ resource, query, source, settled, selection, setSelection })

  // ── Acts ──
  const hrefs = useLatest({ open: openProp, edit: editProp })
  // The functions stay the same as long as there are any, so that no row is drawn anew for them.
  const [opens, edits] = [openProp !== undefined, editProp !== undefined]
  const openHref = useMemo(() => (opens ? (row: Row) => hrefs().open?.(row) ?? '' : undefined), [opens, hrefs])
  const editHref = useMemo(() => (edits ? (row: Row) => hrefs().edit?.(row) ?? '' : undefined), [edits, hrefs])
  const creation = useCreation(resource, createHref, where)

  const { tenant } = resource
  // The client of a record is read even where no column shows it: in a locked client nothing can be done to the record.
  const pointing = useMemo(
    () => (tenant !== undefined && declared.includes(tenant) ? [...new Set([...paths, tenant])] : paths),
    [tenant, declared, paths],
  )
  const locks = useAtomValue(locksAtom)
  const { recordOf, known, learn, again } = useNames(resource, pointing, source, viewer)
  const reader = useMemo(() => {
    const name = (noun: string, id: number) => {
      const [of, row] = [findResource(noun), recordOf(noun, id)]
      return of && row && titleOf(of, row, t, locale)
    }
    return { t, locale, resource, name }
  }, [t, locale, resource, recordOf])
  const shown = useMemo(() => paths.flatMap((path) => columnAt(resource, path) ?? []), [paths, resource])
  const remember = useMemory({
    memory,
    grid,
    owner,
    resource,
    viewerId: viewer.id,
    query,
    queryKey,
    pageSize,
    active,
    source,
    settled,
    selection,
    offset: state.offset,
    autoFocus,
    openHref,
  })
  const { selected, chosen, follow, open, refresh } = useTableActs({
    resource,
    query,
    source,
    selection,
    unseen: fresh,
    openHref,
    remember,
    navigate,
    again,
  })
  const exporting = useMemo(
    () =>
      exportable
        ? listExportCommand({
            of: resource,
            query,
            chosen,
            columns: shown.map((column) => ({
              path: column.path,
              label: t(column.label),
              text: (row) => textOf(row as Row, column, reader),
            })),
            ready: (rows) => learn(rows as Row[]),
          })
        : null,
    [exportable, resource, query, chosen, shown, reader, learn, t],
  )
  const flipHidden = () => {
    if (!hidden) return false
    change({ filters: { [hidden]: filters[hidden] === true ? null : true }, offset: 0 })
    return true
  }
  const more = () => {
    const loaded = source.loaded()
    if (!settled || loaded.length === total || !hasAllOf(selection, loaded)) setSelection(addRows(selection, loaded))
    else if (outside === 0) setSelection(everything({ query, total }))
    // Rows selected in other searches stay selected, if they and all rows of this one can be held together.
    else
      void gathered(resource, everything({ query, total })).then((rows) =>
        setSelection((before) => (rows ? addRows(before, rows) : everything({ query, total }))),
      )
  }
  const clear = () => {
    setSelection(NOTHING)
    say(t('table.selected', { count: 0 }))
  }
  const clearFilter = () => {
    const none = Object.fromEntries(Object.keys(filters).flatMap((name) => (name === hidden ? [] : [[name, null]])))
    setUnmatched({})
    change({ q: '', filters: none, ids: null, offset: 0 })
  }
  // Shows only the selection, and goes back to the list as it was.
  const searched = useRef<ListQuery>({})
  const showSelected = () => {
    if (selection.kind === 'all') return change(changeTo(selection.of.query))
    searched.current = query
    change({ ...changeTo({}), ids: [...selection.rows.keys()].slice(0, PAGE_SIZE_MAX) })
  }
  const isShowable = selected > 0 && !ids && (selection.kind === 'rows' || isForeign(selection, query))
  const leaveSelected = ids ? () => change(changeTo(searched.current)) : undefined
  const narrowed =
    wrong !== undefined || q !== '' || ids !== null || Object.keys(filters).some((name) => name !== hidden)
  const sort = useMemo<Sort | null>(() => sortOf(order), [order])
  const sortBy = (path: string) => {
    const next = nextSort(sort, path)
    change({ order: next && `${next.path} ${next.direction}`, offset: 0 })
    const now = next ?? sortOf(question.declaredOrder)
    const column = now && columnAt(resource, now.path)
    if (now && column)
      say(t('table.sortedBy', { column: t(column.label), direction: t(`table.directions.${now.direction}`) }))
  }
  const press = useRef<(id: string) => void>(() => {})
  useLayoutEffect(() => {
    press.current = (id) => {
      if (id === 'select')
        setSelection((before) => {
          const loaded = source.loaded()
          if (isForeign(before, query) || !loaded.some(({ id }) => isSelected(before, id)))
            return addRows(before, loaded)
          return dropRows(before, loaded)
        })
      else if (columnAt(resource, id)?.sortable) sortBy(id)
    }
  })

  // ── Keys ──
  const leaveFilter = () => {
    if (!grid.current?.focus()) wayOn()?.focus()
  }
  const closePreview = () => {
    setPreviewing(false)
    grid.current?.focus()
  }

  const acts: Acts = {
    openHref,
    editHref,
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
    showInactive: hidden && { on: filters[hidden] === true, flip: () => void flipHidden() },
    chooseSort: () => void grid.current?.focusHead(),
    chooseColumns: () => setChoosing(true),
    selectMore: selectable && total > 0 ? more : undefined,
    showSelected: isShowable ? showSelected : undefined,
    sheetOf: (rows) => tsvOf(rows.map((row) => shown.map((column) => textOf(row, column, reader)))),
  }
  const saving = wrong || !exporting ? unsaved(wrong !== undefined) : exporting
  const commandsOn = (row: Row | undefined): readonly Command[] => [
    ...tableCommands({ resource, viewer, query, selection: chosen, active: row, acts }),
    saving,
    ...(moreCommands ?? []),
  ]
  useTableKeys({
    grid,
    filterInput,
    commands: () => commandsOn(source.at(active.index)),
    isMine: () => autoFocus || selected > 0 || grid.current?.within() === true,
    isAimed: () => selected > 0 || grid.current?.inBody() === true,
    closePreview: previewing ? closePreview : undefined,
    leaveSelected,
    clearSelection: selected > 0 ? clear : undefined,
    clearFilter: narrowed ? clearFilter : undefined,
    leaveFilter,
  })

  const columns = useMemo(
    () =>
      gridColumns({
        resource,
        paths,
        viewer,
        reader,
        openHref,
        editHref,
        narrow,
      }),
    [resource, paths, viewer, reader, openHref, editHref, narrow],
  )

  const offers = [selectable && total > 0, isShowable, acts.showInactive?.on, creation?.blocked, wrong !== undefined]
  const offered_ = JSON.stringify(offers)
  const facts = useMemo(
    () => ({ query, chosen, viewer, exporting, moreCommands, openHref, editHref, locks, offered_ }),
    [query, chosen, viewer, exporting, moreCommands, openHref, editHref, locks, offered_],
  )
  useLentTable({ owner, resource, selected, activeRow, commandsOn, facts })

  const names = t(`resources.${resource.name}.names`)
  const choose = (next: readonly string[] | undefined) => {
    keepChoice(viewer.id, owner, 'columns', next)
    setChoice(next)
  }
  const called = useCallback(
    (row: Row) => textOf(row, { path: resource.title }, reader) || `#${row.id}`,
    [resource, reader],
  )
  const isFaint = useCallback((row: Row) => isOff(resource, row) || isDeleted(resource, row), [resource])
  const selectLabel = useCallback((row: Row) => t('table.select', { name: called(row) }), [t, called])
  const press_ = useCallback((id: string) => press.current(id), [])
  const onRest = useCallback(
    (first: number) => {
      change({ offset: first })
      remember()
    },
    [change, remember],
  )

  const chosenText = isForeign(selection, query)
    ? t('table.foreignSelected', { count: selected })
    : selection.kind === 'all'
      ? t('table.allSelected', { count: selected })
      : outside > 0
        ? t('table.selectedOutside', { selected: t('table.selected', { count: selected }), count: outside })
        : t('table.selected', { count: selected })
  const spoken = selected > 0 ? chosenText : said
  return (
    <section className={frame} aria-label={t('table.list', { names: names.toLowerCase() })}>
      <Toolbar
        resource={resource}
        state={state}
        onChange={change}
        onLeaveOnly={leaveSelected ?? (() => {})}
        within={tenant === undefined || typeof query[tenant] !== 'number' ? undefined : query[tenant]}
        unmatched={unmatched}
        onUnmatched={tellUnmatched}
        offered={offered}
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
          narrow && <SortChoice order={order} columns={shown} onChange={(next) => change({ order: next, offset: 0 })} />
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
          q={q}
          unmatched={wrong && { filter: filterLabel(resource, wrong[0])(t), ...wrong[1] }}
          narrowed={narrowed}
          hidden={hidden && filters[hidden] !== true ? hidden : undefined}
          onShowHidden={flipHidden}
          onClear={clearFilter}
          creation={creation}
        />
      ) : (
        <Grid
          handle={grid}
          label={names}
          source={source}
          columns={columns}
          active={active}
          narrow={narrow}
          selection={!selectable ? null : isForeign(selection, query) ? NOTHING : selection}
          known={known + locks}
          selectLabel={selectLabel}
          isFaint={isFaint}
          selectAllLabel={t('table.selectAll')}
          sort={sort}
          initialOffset={kept?.offset ?? 0}
          onPressHead={press_}
          onTick={(row, index) => setSelection((before) => toggleRow(before, row, index))}
          onExtend={(from, to) => setSelection((before) => extendTo(before, from, to, source.at))}
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
          selectable && total > 0 && selection.kind === 'rows' && selected - outside < total ? more : undefined
        }
        onShow={isShowable ? showSelected : undefined}
        onClear={clear}
        actions={chosen && <SelectionActions resource={resource} viewer={viewer} chosen={chosen} />}
        pageSize={pageSize}
        pageSizes={pageSizes}
        onPageSize={choosePageSize}
        onJump={(index) => grid.current?.jump(index)}
        failure={source.total === undefined ? undefined : source.failure}
        missing={source.missing}
        onRetry={() => source.retry()}
      />
      <output className={heard}>{spoken}</output>
      <Suspense>
        {previewing && activeRow && (
          <Preview resource={resource} row={activeRow} openHref={openHref?.(activeRow)} onClose={closePreview} />
        )}
        {choosing && (
          <ColumnChooser
            resource={resource}
            declared={declared}
            chosen={paths}
            open
            onClose={() => setChoosing(false)}
            onChoose={choose}
          />
        )}
      </Suspense>
    </section>
  )
}

/** Stands for the file of a list that cannot be saved: its key says why. */
const unsaved = (isWrong: boolean): Command => ({
  id: 'list.export',
  title: (t) => t('table.export'),
  group: 'list',
  icon: 'download',
  key: 'export',
  hidden: true,
  blocked: { key: isWrong ? 'table.notApplied' : 'table.notSaved' },
  asks: [],
  line: 'only-here',
  undo: 'nothing',
  run: () => {},
})

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
