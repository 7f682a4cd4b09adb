import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useAtomValue } from 'jotai/react'
import { css } from 'styled-system/css'
import { isDeleted, isOff } from '@tocsin/core/vocabulary/deletion'
import { flip } from '../commands/flip'
import { locksAtom } from '../data/locked-clients'
import type { Row } from '../data/row'
import { Button } from '../ui/button'
import { addWords, useT } from '../words'
import { filterLabel } from './filter-panel'
import { Grid } from './grid'
import { messages } from './messages'
import { NoRows } from './no-rows'
import { isForeign, NOTHING } from './selection'
import { SelectionActions } from './selection-actions'
import { sortOf, type Sort } from './sort'
import { SortChoice } from './sort-choice'
import { StatusLine } from './status-line'
import type { TableProps } from './table-props'
import { Toolbar } from './toolbar'
import { useTable } from './use-table'

addWords('table', messages)

// Both are fetched when first opened.
const ColumnChooser = lazy(async () => ({ default: (await import('./column-chooser')).ColumnChooser }))
const Preview = lazy(async () => ({ default: (await import('./preview')).Preview }))

/** The list of a resource with everything declared of it, reachable by keys. */
export function ResourceTable(props: TableProps) {
  const { of: resource, search = true, filterChoices, selectable = true, toolbar } = props
  const t = useT()
  const {
    viewer,
    narrow,
    list,
    view,
    filter,
    columns,
    chosen,
    outside,
    activeRow,
    grid,
    remember,
    choosePageSize,
    choosing,
    clearFilter,
    closePreview,
    creation,
    exporting,
    filterInput,
    frame,
    follow,
    instead,
    isNarrowed,
    kept,
    leaveFilter,
    leaveSelected,
    mayShow,
    open,
    pageSizes,
    pressHead,
    previewing,
    refresh,
    said,
    seen,
    selectMore,
    selectNone,
    setChoosing,
  } = useTable(props)
  const { listUrl, request, source, selection, selected } = view
  const { query, state } = request
  const { hidden } = listUrl
  const { nameOfRow: called } = columns
  const total = source.total ?? 0
  const locks = useAtomValue(locksAtom)
  const sort = useMemo<Sort | null>(() => sortOf(request.order), [request.order])
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
    <section ref={frame} className={outer} aria-label={t('table.list', { names: names.toLowerCase() })}>
      <Toolbar
        resource={resource}
        state={state}
        onChange={list.ask}
        onLeaveOnly={leaveSelected ?? (() => {})}
        within={tenant === undefined || typeof query[tenant] !== 'number' ? undefined : query[tenant]}
        unmatched={filter.unmatched}
        onUnmatched={filter.tell}
        offered={listUrl.offered}
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
              order={request.order}
              columns={columns.shown}
              onChange={(next) => list.ask({ order: next, offset: 0 })}
            />
          )
        }
      >
        {exporting && !narrow && (
          <Button icon="download" onClick={() => void exporting?.run({})}>
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
          active={list.active}
          narrow={narrow}
          selection={!selectable ? null : isForeign(selection, query) ? NOTHING : selection}
          known={columns.known + locks}
          selectLabel={selectLabel}
          isFaint={isFaint}
          selectAllLabel={t('table.selectAll')}
          sort={sort}
          initialOffset={kept?.offset ?? 0}
          onPressHead={pressHead}
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
        onSelectAll={selection.kind === 'rows' && selected - outside < total ? selectMore : undefined}
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
          <Preview
            resource={resource}
            row={activeRow}
            openHref={columns.openHref?.(activeRow)}
            onClose={closePreview}
          />
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

const outer = css({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  // The height where the page gives none, as in a tab of a record.
  minHeight: '[min(560px, 62vh - var(--notices, 0px))]',
  minWidth: '0',
  position: 'relative',
})
const heard = css({ srOnly: true })
