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
  type ReactNode,
} from 'react'
import { useLocation } from 'wouter'
import { css } from 'styled-system/css'
import { PAGE_SIZE } from '@tocsin/core/constants'
import { mayDo } from '@tocsin/core/permissions'
import type { ListQuery } from '@tocsin/core/client'
import type { Field, Resource } from '@tocsin/core/resource'
import type { Command } from '../acts/command'
import { useLentCommands } from '../acts/lent'
import { blockedFor, nameOf, runAction, titleOf } from '../acts/run-action'
import type { Row, Targets } from '../acts/targets'
import { useAccount } from '../data/account'
import { markStale } from '../data/query'
import { useKeys } from '../keys/use-keys'
import { entryId, keep, recall } from '../navigation/entry'
import { addFocusHome } from '../navigation/focus'
import { openedFrom } from '../navigation/neighbours'
import { aroundRow } from './around-row'
import { usePreferences } from '../preferences'
import { listExportCommand } from '../sheets/sheet-commands'
import { Button } from '../ui/button'
import { Select } from '../ui/select'
import { addWords, useT } from '../words'
import { createActiveRow } from './active-row'
import { filtersOf } from './address'
import { findPlace, rowInHash } from './after-create'
import { chosenColumns, columnAt } from './columns'
import { copyText, tsvOf } from './copy'
import { Grid, type GridHandle } from './grid'
import { gridColumns } from './grid-columns'
import type { Sort } from './grid-head'
import { keepChoice, readChoice } from './kept-choices'
import { messages } from './messages'
import { NoRows } from './no-rows'
import { createSeenRows } from './seen-rows'
import {
  countSelected,
  extendTo,
  fromKept,
  keptOf,
  NOTHING,
  selectMore,
  targetsOf,
  toggleRow,
  type KeptSelection,
} from './selection'
import { StatusLine } from './status-line'
import { actionsFor, recordsLine, tableCommands, type Acts } from './table-commands'
import { toggleActive } from './toggle-active'
import { Toolbar } from './toolbar'
import { useListState } from './use-list-state'
import { useNarrow } from './use-narrow'
import { useRows } from './use-rows'
import { textOf } from './value-text'

addWords('table', messages)

// Fetched when they are first opened.
const ColumnChooser = lazy(async () => ({ default: (await import('./column-chooser')).ColumnChooser }))
const Preview = lazy(async () => ({ default: (await import('./preview')).Preview }))

export type TableProps = {
  of: Resource
  /** What the place fixes, such as the client of a tab: `{ ClientId: 7 }`. It is never taken from the address. */
  where?: ListQuery | undefined
  /** Default order where the noun's own is not meant. */
  order?: string | undefined
  /** False leaves the filter input out. */
  search?: boolean | undefined
  /** Names of the filters offered behind the button; else the noun's own that narrow a list. */
  filters?: readonly string[] | undefined
  /** Columns to begin with; else the noun's own. */
  columns?: readonly string[] | undefined
  /** Where a row leads, where it is edited; without, nowhere. They say the same of the same row for as long as the list is shown. */
  openHref?: ((row: Row) => string) | undefined
  editHref?: ((row: Row) => string) | undefined
  /** Where a new one is made; without, nowhere. */
  createHref?: string | undefined
  /** Tells this list from others: for its choices, its commands, its memory. Else the noun. */
  owner?: string | undefined
  /** Before the list's names in the address, where two lists share a page. */
  prefix?: string | undefined
  pageSizes?: readonly number[] | undefined
  /** Whether a first visit gives the focus to the first row, and not only a return to it. */
  autoFocus?: boolean | undefined
  /** Nothing can be selected, as in a history. */
  selectable?: boolean | undefined
  /** Lent with the list's own commands: import, export. Keep it in a memo. */
  commands?: readonly Command[] | undefined
  /** What is shown can be saved as a file: by a button, and by the palette (EXPORT-10, A-068). */
  exportable?: boolean | undefined
  /** Beside the columns button. */
  toolbar?: ReactNode | undefined
  /** Opens the palette on what can be done here (`.`). */
  onActions?: (() => void) | undefined
}

/** What is remembered of a list when it is left. */
type Kept = {
  query: string
  index: number
  id: number | undefined
  offset: number
  selection: KeptSelection
  focused: boolean
}

const NO_WHERE: ListQuery = {}
const PAGE_SIZES = [10, PAGE_SIZE, 100]
/** What asks for more in each row, and narrows nothing. */
const NARROWS = (name: string, field: Field) =>
  field.type !== 'boolean' && field.default === undefined && name !== 'showInactive' && name !== 'showDeleted'

/** The list of a noun: everything that is declared of it, reachable by keys. */
export function ResourceTable({
  of: resource,
  where = NO_WHERE,
  order: defaultOrder,
  search = true,
  filters: offeredNames,
  columns: declared = resource.columns,
  openHref: openProp,
  editHref: editProp,
  createHref,
  owner = resource.name,
  prefix = '',
  pageSizes = PAGE_SIZES,
  autoFocus = false,
  selectable = true,
  commands: moreCommands,
  exportable = false,
  toolbar,
  onActions,
}: TableProps) {
  const t = useT()
  const { locale } = usePreferences()
  const viewer = useAccount()
  const narrow = useNarrow()
  const [, navigate] = useLocation()

  const whereKey = JSON.stringify(where)
  const fixed = useMemo(() => JSON.parse(whereKey) as ListQuery, [whereKey])
  const known = useMemo(() => filtersOf(resource, fixed), [resource, fixed])
  const offered = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(known).filter(([name, field]) => offeredNames?.includes(name) ?? NARROWS(name, field)),
      ),
    [known, offeredNames],
  )
  const hidden = known['showInactive'] ? 'showInactive' : known['showDeleted'] ? 'showDeleted' : undefined
  const [state, change] = useListState(resource, known, prefix)

  const [pageSize, setPageSize] = useState(() => {
    const chosen = readChoice(viewer.id, owner, 'pageSize')
    return (
      pageSizes.find((size) => size === chosen) ??
      pageSizes.find((size) => size === PAGE_SIZE) ??
      pageSizes[0] ??
      PAGE_SIZE
    )
  })
  const [paths, setPaths] = useState(() => chosenColumns(resource, readChoice(viewer.id, owner, 'columns'), declared))

  const { q, filters, order: chosenOrder } = state
  const order = chosenOrder ?? defaultOrder ?? resource.order
  const query = useMemo<ListQuery>(
    () => ({ ...filters, ...(q ? { q } : {}), ...(order ? { order } : {}), ...fixed }),
    [filters, q, order, fixed],
  )
  const queryKey = JSON.stringify(query)

  // What was remembered of this very list, if it is come back to.
  const [{ entry, kept }] = useState(() => {
    const id = entryId()
    const found = recall<Kept>(id, `table:${owner}`)
    return { entry: id, kept: found?.query === queryKey ? found : undefined }
  })
  const [active] = useState(() => createActiveRow(kept?.index ?? state.offset))
  const [seen] = useState(createSeenRows)
  const [selection, setSelection] = useState(() => (kept ? fromKept(kept.selection) : NOTHING))
  const [previewing, setPreviewing] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [said, say] = useState('')
  const grid = useRef<GridHandle>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  const instead = useRef<HTMLDivElement>(null)
  /** The next step that stands where the rows would be. */
  const wayOn = () => instead.current?.querySelector<HTMLElement>('button, a') ?? null
  useEffect(() => addFocusHome(() => (grid.current ? null : wayOn())), [])

  const { source, settled } = useRows(resource, query, pageSize, active.index)
  const total = source.total ?? 0
  const settledIndex = useSyncExternalStore(active.subscribe, active.settled)
  const activeRow = total > 0 ? source.at(settledIndex) : undefined

  // Another question: from the top again, and nothing of the old answer stays selected.
  const answered = useRef(settled ? queryKey : null)
  const matching = JSON.stringify({ ...query, order: undefined })
  const matched = useRef(matching)
  useLayoutEffect(() => {
    if (!settled || answered.current === queryKey) return
    if (answered.current !== null) {
      grid.current?.show(0)
      say(t('table.found', { count: total }))
    }
    answered.current = queryKey
    if (matched.current !== matching) setSelection(NOTHING)
    matched.current = matching
  }, [settled, queryKey, matching, total, t])

  useLayoutEffect(() => {
    if (kept?.selection) return
    // Only the place of the first visit: afterwards the list follows nobody but the reader.
    if (state.offset > 0) grid.current?.show(state.offset)
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])

  const arrived = useRef(false)
  useEffect(() => {
    if (arrived.current || !settled || total === 0) return
    arrived.current = true
    const wanted = rowInHash(location.hash)
    if (wanted !== null) {
      history.replaceState(history.state, '', location.pathname + location.search)
      void findPlace(viewer.id, resource, query, pageSize, total, wanted).then((at) => {
        if (at !== undefined) grid.current?.show(at)
        if (isFree()) grid.current?.focus()
      })
      return
    }
    // Rows may have come or gone above it since.
    const moved = kept?.id !== undefined && source.at(kept.index)?.id !== kept.id ? source.indexOf(kept.id) : undefined
    if (moved !== undefined) grid.current?.show(moved)
    if (!(kept ? kept.focused : autoFocus) || !isFree() || grid.current?.focus()) return
    // The grid has no rows until it has been measured, which is after this.
    requestAnimationFrame(() => {
      if (isFree()) grid.current?.focus()
    })
  }, [settled, total, source, kept, autoFocus, viewer.id, resource, query, pageSize])

  const remember = useRef<() => void>(() => {})
  useLayoutEffect(() => {
    remember.current = () => {
      // Before anything is shown there is nothing to remember, but what was remembered still to be restored.
      if (!arrived.current) return
      const now: Kept = {
        query: queryKey,
        index: active.index,
        id: source.at(active.index)?.id,
        offset: grid.current?.offset() ?? 0,
        selection: keptOf(selection),
        focused: grid.current?.within() ?? false,
      }
      keep(entry, `table:${owner}`, now)
      openedFrom(aroundRow(resource.name, source, active.index, total))
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

  // ── What can be done ──
  const hrefs = useRef({ open: openProp, edit: editProp })
  useLayoutEffect(() => {
    hrefs.current = { open: openProp, edit: editProp }
  })
  // The same functions as long as there are any, so that no row is drawn anew for them.
  const [opens, edits] = [openProp !== undefined, editProp !== undefined]
  const openHref = useMemo(() => (opens ? (row: Row) => hrefs.current.open?.(row) ?? '' : undefined), [opens])
  const editHref = useMemo(() => (edits ? (row: Row) => hrefs.current.edit?.(row) ?? '' : undefined), [edits])
  const mayCreate = createHref !== undefined && mayDo(viewer, resource, 'create')
  const mayEdit = editHref !== undefined && mayDo(viewer, resource, 'update')
  const create = useCallback(() => createHref !== undefined && navigate(createHref), [createHref, navigate])

  const selected = countSelected(selection, total)
  const fresh = useCallback(
    (id: number) => {
      const at = source.indexOf(id)
      return at === undefined ? undefined : source.at(at)
    },
    [source],
  )
  const chosen = useMemo<Targets | null>(
    () => (selected > 0 ? targetsOf(selection, query, total, fresh) : null),
    [selected, selection, query, total, fresh],
  )
  /** What a key acts on: the selection, else the active row as it is this moment. */
  const targets = (): Targets | null => {
    const row = source.at(active.index)
    return chosen ?? (row ? { kind: 'rows', rows: [row] } : null)
  }

  const open = (row: Row, way: 'here' | 'tab') => {
    const href = openHref?.(row)
    if (href === undefined) return
    remember.current()
    if (way === 'tab') window.open(href, '_blank', 'noopener')
    else navigate(href)
  }
  const edit = (row: Row) => {
    const href = editHref?.(row)
    if (href === undefined) return
    remember.current()
    navigate(href)
  }
  const refresh = () => {
    if (source.failure) source.retry()
    else void markStale(resource.name)
  }
  const reader = useMemo(() => ({ t, locale, resource }), [t, locale, resource])
  const shown = useMemo(() => paths.flatMap((path) => columnAt(resource, path) ?? []), [paths, resource])
  const exporting = useMemo(
    () =>
      exportable
        ? listExportCommand(
            resource,
            query,
            shown.map((column) => ({
              path: column.path,
              label: t(column.label),
              text: (row) => textOf(row as Row, column, reader),
            })),
          )
        : null,
    [exportable, resource, query, shown, reader, t],
  )

  const copy = (what: 'ids' | 'line' | 'link' | 'row') => {
    const these = targets()
    if (!these) return
    if (what === 'line') return void copyText(recordsLine(resource, these))
    if (these.kind === 'query') return
    const { rows } = these
    if (what === 'ids') void copyText(rows.map(({ id }) => id).join(' '))
    else if (what === 'link') void copyText(rows.map((row) => location.origin + (openHref?.(row) ?? '')).join('\n'))
    else void copyText(tsvOf(rows.map((row) => shown.map((column) => textOf(row, column, reader)))))
  }
  const act = (action: string) => {
    const these = targets()
    const many = these !== null && (these.kind === 'query' || these.rows.length > 1)
    if (!these || !actionsFor(resource, viewer, many).includes(action)) return false
    void runAction(resource, action, these)
    return true
  }
  const flip = () => {
    const these = targets()
    if (!these || !resource.actions['activate'] || !resource.actions['deactivate']) return false
    const [only] = these.kind === 'rows' ? these.rows : []
    if (only && !chosen) {
      if (!mayDo(viewer, resource, { action: only.active ? 'deactivate' : 'activate' })) return false
      void toggleActive(resource, only)
      return true
    }
    return act(these.kind === 'query' || these.rows.some(({ active: on }) => on) ? 'deactivate' : 'activate')
  }
  const flipHidden = () => {
    if (!hidden) return false
    change({ filters: { [hidden]: filters[hidden] === true ? null : true }, offset: 0 })
    return true
  }
  const more = () => setSelection((before) => selectMore(before, source.loaded(), total))
  const clear = () => {
    setSelection(NOTHING)
    say(t('table.selected', { count: 0 }))
  }
  const clearFilter = () => {
    const none = Object.fromEntries(Object.keys(filters).flatMap((name) => (name === hidden ? [] : [[name, null]])))
    change({ q: '', filters: none, offset: 0 })
  }
  const narrowed = q !== '' || Object.keys(filters).some((name) => name !== hidden)
  const sort = useMemo<Sort | null>(() => sortOf(order), [order])
  const sortBy = (path: string) => {
    const next: Sort | null =
      sort?.path !== path ? { path, direction: 'ASC' } : sort.direction === 'ASC' ? { path, direction: 'DESC' } : null
    change({ order: next && `${next.path} ${next.direction}`, offset: 0 })
    const now = next ?? sortOf(defaultOrder ?? resource.order)
    const column = now && columnAt(resource, now.path)
    if (now && column)
      say(t('table.sortedBy', { column: t(column.label), direction: t(`table.directions.${now.direction}`) }))
  }
  const press = useRef<(id: string) => void>(() => {})
  useLayoutEffect(() => {
    press.current = (id) => {
      if (id === 'select')
        setSelection((before) =>
          countSelected(before, total) > 0 ? NOTHING : selectMore(before, source.loaded(), total),
        )
      else if (columnAt(resource, id)?.sortable) sortBy(id)
    }
  })

  // ── Keys ──
  const leaveFilter = () => {
    if (!grid.current?.focus()) wayOn()?.focus()
  }
  useKeys('list', {
    filter: () => {
      if (!search) return false
      filterInput.current?.focus()
      filterInput.current?.select()
    },
    ...(mayCreate ? { create } : {}),
    sort: () => grid.current?.focusHead() ?? false,
    showInactive: flipHidden,
    refresh,
    selectAll: () => {
      if (!selectable || total === 0) return false
      more()
    },
    toggleActive: flip,
    approve: () => act('approve'),
    delete: () => act('delete'),
    copyIds: () => copy('ids'),
    copyLine: () => copy('line'),
    copyLink: () => copy('link'),
    copyRow: () => copy('row'),
    ...(onActions ? { actions: onActions } : {}),
    escape: () => {
      if (document.activeElement === filterInput.current) leaveFilter()
      else if (previewing) closePreview()
      else if (grid.current?.leaveCells()) return
      else if (selected > 0) clear()
      else if (narrowed) clearFilter()
      else return false
    },
  })
  useKeys('row', {
    edit: () => {
      const row = source.at(active.index)
      if (!mayEdit || !row) return false
      edit(row)
    },
    preview: () => {
      if (!source.at(active.index)) return false
      setPreviewing(!previewing)
    },
  })
  const closePreview = () => {
    setPreviewing(false)
    grid.current?.focus()
  }

  const columns = useMemo(
    () =>
      gridColumns({
        resource,
        paths,
        viewer,
        reader,
        openHref,
        editHref,
      }),
    [resource, paths, viewer, reader, openHref, editHref],
  )

  const latest = useRef<Acts>(null)
  const acts: Acts = {
    open: openHref && ((row) => open(row, 'here')),
    edit: mayEdit ? edit : undefined,
    create: mayCreate ? create : undefined,
    preview: () => setPreviewing(true),
    refresh,
    focusFilter: search ? () => filterInput.current?.focus() : undefined,
    showInactive: hidden && { on: filters[hidden] === true, flip: () => void flipHidden() },
    chooseSort: () => void grid.current?.focusHead(),
    chooseColumns: () => setChoosing(true),
    selectMore: more,
    copy,
  }
  useLayoutEffect(() => {
    latest.current = acts
  })
  const inactiveShown = hidden ? filters[hidden] === true : undefined
  const lent = useMemo(() => {
    const now = () => latest.current as Acts
    const steady: Acts = {
      open: openHref && ((row) => now().open?.(row)),
      edit: mayEdit ? (row) => now().edit?.(row) : undefined,
      create: mayCreate ? () => now().create?.() : undefined,
      preview: () => now().preview(),
      refresh: () => now().refresh(),
      focusFilter: search ? () => now().focusFilter?.() : undefined,
      showInactive:
        inactiveShown === undefined ? undefined : { on: inactiveShown, flip: () => now().showInactive?.flip() },
      chooseSort: () => now().chooseSort(),
      chooseColumns: () => now().chooseColumns(),
      selectMore: () => now().selectMore(),
      copy: (what) => now().copy(what),
    }
    return {
      chips: [
        { id: `list:${owner}`, label: t(`resources.${resource.name}.names`) },
        ...(selected > 0 ? [{ id: `selected:${owner}`, label: t('table.selected', { count: selected }) }] : []),
      ],
      commands: [
        ...tableCommands({ resource, viewer, query, selection: chosen, active: activeRow, acts: steady }),
        ...(exporting ? [exporting] : []),
        ...(moreCommands ?? []),
      ],
    }
  }, [
    openHref,
    mayEdit,
    mayCreate,
    search,
    inactiveShown,
    owner,
    t,
    resource,
    selected,
    viewer,
    query,
    chosen,
    activeRow,
    moreCommands,
    exporting,
  ])
  useLentCommands(`table:${owner}`, lent)

  const names = t(`resources.${resource.name}.names`)
  const choose = (next: readonly string[] | undefined) => {
    keepChoice(viewer.id, owner, 'columns', next)
    setPaths(chosenColumns(resource, next, declared))
  }
  const selectLabel = useCallback((row: Row) => t('table.select', { name: nameOf(resource, row) }), [t, resource])
  const press_ = useCallback((id: string) => press.current(id), [])
  const onRest = useCallback(
    (first: number) => {
      change({ offset: first })
      remember.current()
    },
    [change],
  )

  const spoken =
    selected > 0 ? t(selection.kind === 'all' ? 'table.allSelected' : 'table.selected', { count: selected }) : said
  return (
    <section className={frame} aria-label={t('table.list', { names: names.toLowerCase() })}>
      <Toolbar
        resource={resource}
        state={state}
        onChange={change}
        offered={offered}
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
            <Select
              label={t('table.chooseSort')}
              value={order ?? ''}
              options={[
                ...(order ? [] : [['', t('table.chooseSort')] as const]),
                ...shown
                  .filter(({ sortable }) => sortable)
                  .flatMap(({ path, label }) =>
                    (['ASC', 'DESC'] as const).map(
                      (way) => [`${path} ${way}`, `${t(label)} ${way === 'ASC' ? '↑' : '↓'}`] as const,
                    ),
                  ),
              ]}
              onChange={(next) => change({ order: next || null, offset: 0 })}
            />
          )
        }
      >
        {exporting && !narrow && (
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
          narrowed={narrowed}
          hidden={hidden && filters[hidden] !== true ? hidden : undefined}
          onShowHidden={flipHidden}
          onClear={clearFilter}
          onCreate={mayCreate ? create : undefined}
        />
      ) : (
        <Grid
          handle={grid}
          label={names}
          source={source}
          columns={columns}
          active={active}
          narrow={narrow}
          selection={selectable ? selection : null}
          selectLabel={selectLabel}
          selectAllLabel={t('table.selectAll')}
          sort={sort}
          initialOffset={kept?.offset ?? 0}
          onPressHead={press_}
          onTick={(row, index) => setSelection((before) => toggleRow(before, row, index))}
          onExtend={(from, to) => setSelection((before) => extendTo(before, from, to, source.at))}
          onOpen={open}
          onToggle={(row) => void toggleActive(resource, row)}
          onFollow={(href) => {
            remember.current()
            navigate(href)
          }}
          textOf={(row) => nameOf(resource, row)}
          onSeen={seen.show}
          onRest={onRest}
        />
      )}
      <StatusLine
        total={source.total}
        seen={seen}
        selected={selected}
        all={selection.kind === 'all'}
        onSelectAll={selection.kind === 'rows' && selected < total ? more : undefined}
        onClear={clear}
        actions={
          chosen && (
            <>
              {actionsFor(resource, viewer, true).map((action) => {
                const why = allBlocked(resource, action, chosen)
                return (
                  <Button
                    key={action}
                    size="small"
                    look={action === 'delete' ? 'danger' : 'default'}
                    blocked={why && t(why.key, why.values)}
                    title={titleOf(resource, action, chosen)(t)}
                    onClick={() => act(action)}
                  >
                    {t(action === 'delete' ? 'verbs.delete' : `resources.${resource.name}.actions.${action}`)}
                  </Button>
                )
              })}
              {onActions && (
                <Button size="small" look="quiet" icon="ellipsis" iconOnly aria-keyshortcuts="." onClick={onActions}>
                  {t('table.actions')}
                </Button>
              )}
            </>
          )
        }
        pageSize={pageSize}
        pageSizes={pageSizes}
        onPageSize={(size) => {
          keepChoice(viewer.id, owner, 'pageSize', size)
          setPageSize(size)
        }}
        onJump={(index) => grid.current?.jump(index)}
        failure={source.total === undefined ? undefined : source.failure}
        onRetry={() => source.retry()}
      />
      <output className={heard}>{spoken}</output>
      <Suspense>
        {previewing && activeRow && (
          <Preview
            resource={resource}
            row={activeRow}
            reader={reader}
            openHref={openHref?.(activeRow)}
            onClose={closePreview}
          />
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

const sortOf = (order: string | null | undefined): Sort | null => {
  const [path, direction] = (order ?? '').split(' ')
  return path ? { path, direction: direction === 'DESC' ? 'DESC' : 'ASC' } : null
}

/** Why an action can be done to none of these. */
const allBlocked = (resource: Resource, action: string, targets: Targets) => {
  if (targets.kind === 'query') return null
  const reasons = targets.rows.map((row) => blockedFor(resource, action, row))
  return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null
}

/** Nothing that somebody chose has the focus: it is nowhere, or on the heading that every new screen gives it to. */
const isFree = (): boolean => {
  const focused = document.activeElement
  return (
    !focused ||
    focused === document.body ||
    focused.matches('h1') ||
    !focused.closest('main, [data-overlay], [role=dialog]')
  )
}

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  // Where the page gives it no height of its own, as in a tab of a record.
  minHeight: '[min(560px, 62vh)]',
  minWidth: '0',
  position: 'relative',
})
const heard = css({ srOnly: true })
