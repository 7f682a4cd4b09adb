/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-static-element-interactions, jsx-a11y/interactive-supports-focus -- rows placed by their index cannot form an HTML table; the active row has the focus */
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { css } from 'styled-system/css'
import type { Row } from '../data/row'
import { addFocusHome } from '../ui/focus'
import type { ActiveRow } from './active-row'
import { pressInGrid } from './grid-click'
import { tracksOf, type GridColumn } from './grid-column'
import { GridHead } from './grid-head'
import { gridMotion } from './grid-motion'
import type { Panels } from './panels'
import { createRowPainter } from './row-painter'
import type { RowSource } from './row-source'
import { isSelected, type Selection } from './selection'
import type { Sort } from './sort'
import type { useDrag } from '../ui/use-drag'
import { useTypeAhead } from './type-ahead'
import { useGridKeys } from './use-grid-keys'
import { useWindow } from './use-window'

/** The heights in pixels: rows and headings of a wide screen, items of a narrow one. */
const HEIGHTS = { row: 36, item: 68, head: 32 }
/** The number of rows loaded before and after those in view, so that a held key meets no gap. */
const AHEAD = 20
/** The pixels a column of chips needs for two chips, the count of the rest, and the space around them. */
const ROOM_FOR_CHIPS = 180

export type GridHandle = {
  /** Gives the focus to the active row; false where there is none. */
  focus: () => boolean
  /** Makes a row active and shows it, also from within an effect. The focus follows only if another row has it. */
  show: (index: number) => void
  /** Scrolls a row to the top, makes it active and focuses it. */
  jump: (index: number) => void
  /** Moves the focus to the headings; false where none are shown. */
  focusHead: () => boolean
  /** Moves the focus from a cell to its row; false where the row itself has the focus. */
  leaveCells: () => boolean
  /** Returns whether the focus is within the grid. */
  within: () => boolean
  /** Returns whether the focus is on a row, and not in the head. */
  inBody: () => boolean
  offset: () => number
}

type Props = {
  label: string
  source: RowSource
  columns: readonly GridColumn[]
  active: ActiveRow
  narrow: boolean
  /** Null where nothing can be selected. */
  selection: Selection | null
  /** Increases when more names of the records that the rows point to are known. */
  known?: number
  /** The ids of the rows that are lifted. */
  lifted?: ReadonlySet<number> | undefined
  /** The id of the record that is open beside the list. */
  current?: number | undefined
  selectLabel: (row: Row) => string
  isFaint: (row: Row) => boolean
  selectAllLabel: string
  sort: Sort | null
  /** The scroll position at which the list was left, in pixels from the first row. */
  initialOffset?: number
  handle: Ref<GridHandle>
  onPressHead: (id: string) => void
  /** Called when a row is ticked by hand. */
  onTick: (row: Row, index: number) => void
  onExtend: (from: number, to: number) => void
  /** Lifts a row to move it, or drops the lifted one; undefined where rows cannot be moved. */
  onLift?: ((row: Row) => void) | undefined
  /** The panels that the rows open. */
  panels?: Panels | undefined
  /** Drags rows. Undefined where rows cannot be moved, for as long as the list exists. */
  drag?: { useDrag: typeof useDrag; onMoveTo: (index: number) => void } | undefined
  onOpen: (row: Row, where: 'here' | 'tab') => void
  /** Called when the switch of a row is pressed. */
  onToggle: (row: Row) => void
  /** Called when a link within a cell is followed. */
  onFollow: (href: string) => void
  /** Returns the text that type-ahead matches a row by. */
  textOf: (row: Row) => string
  /** Receives the first and the last row seen, at every step. */
  onSeen: (first: number, last: number) => void
  /** Receives the first row seen, once scrolling has come to rest. */
  onRest: (first: number) => void
}

const useNoDrag = () => ({})

/**
 * A grid of any number of rows with one tab stop, the active row. A move changes two rows of the DOM, and a scroll only
 * the rows that come into view; neither involves React.
 */
export function Grid({
  label,
  source,
  columns,
  active,
  narrow,
  selection,
  known = 0,
  lifted,
  current,
  selectLabel,
  isFaint,
  selectAllLabel,
  sort,
  initialOffset = 0,
  handle,
  onPressHead,
  onTick,
  onExtend,
  onLift,
  panels,
  drag,
  onOpen,
  onToggle,
  onFollow,
  textOf,
  onSeen,
  onRest,
}: Props) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  /** The column whose cell has the focus; null while the row itself has it. */
  const column = useRef<string | null>(null)
  const [inHead, setInHead] = useState(false)
  const [painter] = useState(createRowPainter)
  const count = source.total ?? 0
  const rowHeight = narrow ? HEIGHTS.item : HEIGHTS.row
  const rows = useWindow({
    count,
    rowHeight,
    headHeight: narrow ? 0 : HEIGHTS.head,
    scroller,
    holder,
    active: () => active.index,
    offset: initialOffset,
    onRest: (offset) => onRest(Math.floor(offset / rowHeight)),
    draw() {
      draw()
      tellSeen()
    },
  })

  const tellSeen = () => {
    const { first, last } = rows.seen()
    source.ensure(Math.max(0, first - AHEAD), last + AHEAD)
    onSeen(first, last)
  }
  useEffect(tellSeen)

  const draw = () => {
    if (!holder.current) return
    const mounted = rows.mounted()
    const nameOnly = rows.flung()
    painter.paint(
      holder.current,
      { id, columns, narrow, selectable: selection !== null, selectLabel, isFaint },
      mounted.map(({ index, slot }) => {
        const row = source.at(index)
        const selected = selection !== null && row !== undefined && isSelected(selection, row.id)
        return {
          slot,
          index,
          top: rows.topOf(index),
          row,
          selected,
          lifted: row !== undefined && lifted?.has(row.id) === true,
          current: row !== undefined && row.id === current,
          nameOnly,
          known,
          panel: panels && row ? { id: panels.id, open: panels.open === row.id } : undefined,
        }
      }),
    )
    painter.setTabStop(active.index)
  }

  const motion = gridMotion({
    scroller,
    column,
    active,
    painter,
    rows,
    count,
    rowHeight,
    sort,
    selectable: selection !== null,
  })
  useGridKeys({
    motion,
    source,
    active,
    column,
    count,
    narrow,
    selectable: selection !== null,
    inHead,
    onOpen,
    onTick,
    onExtend,
    onLift,
    panels,
    onPressHead,
  })
  const useRowDrag = drag?.useDrag ?? useNoDrag
  const dragging = useRowDrag({
    scroller,
    source,
    headHeight: narrow ? 0 : HEIGHTS.head,
    isLifted: lifted !== undefined,
    onLift,
    onMoveTo: (index) => drag?.onMoveTo(index),
    onDrop: () => {
      const row = source.at(active.index)
      if (row) onLift?.(row)
    },
  })
  const onTypeAhead = useTypeAhead(source, active, textOf, motion)

  useImperativeHandle(handle, () => ({
    focus: motion.focusRow,
    show: motion.show,
    jump(index) {
      rows.scrollTo(index * rowHeight, () => motion.move(index))
    },
    focusHead: () => !narrow && motion.goToHeading(motion.sortedHeading),
    leaveCells: motion.leaveCells,
    within: motion.within,
    inBody: motion.inBody,
    offset: () => rows.place().offset,
  }))

  useEffect(() => addFocusHome(() => painter.at(active.index)), [painter, active])

  useLayoutEffect(() => {
    // The list has become shorter than the active index.
    if (count > 0 && active.index >= count) active.move(count - 1)
    draw()
  })

  const selectable = selection !== null
  const tracks = tracksOf(columns, selectable)
  const chips = columns.findIndex(({ look }) => look === 'chips')

  // The headings compute the widths; the rows take them in pixels and lay out nothing but themselves.
  useLayoutEffect(() => {
    const head = scroller.current?.firstElementChild
    if (!head || narrow) return
    const measure = () => {
      const widths = getComputedStyle(head).gridTemplateColumns
      scroller.current?.style.setProperty('--widths', widths)
      const room = chips < 0 ? undefined : widths.split(' ')[chips + (selectable ? 1 : 0)]
      scroller.current?.toggleAttribute('data-crowded', room !== undefined && parseFloat(room) < ROOM_FOR_CHIPS)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(head)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- other columns have other widths
  }, [tracks, chips, selectable, narrow])

  const ticked = !selection
    ? undefined
    : selection.kind === 'all'
      ? selection.except.size === 0 || 'some'
      : isTicked(source, selection)

  return (
    <div
      role={panels ? 'treegrid' : 'grid'}
      ref={scroller}
      className={frame}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + (selection ? 1 : 0)}
      aria-multiselectable={selection ? true : undefined}
      aria-busy={source.fetching || undefined}
      style={{ ['--tracks' as string]: tracks }}
      onClick={(event) =>
        pressInGrid(event, {
          motion,
          source,
          active,
          column,
          onOpen,
          onTick,
          onExtend,
          onLift,
          panels,
          onFollow,
          onToggle,
        })
      }
      onKeyDown={onTypeAhead}
      {...dragging}
      onFocus={({ target }) => {
        setInHead(target.closest('[data-head]') !== null)
        const row = target.closest<HTMLElement>('[data-index]')
        const index = Number(row?.dataset['index'] ?? active.index)
        if (index !== active.index) {
          active.move(index)
          painter.setTabStop(index)
        }
        if (row === target) column.current = null
        else if (row) column.current = target.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? null
      }}
      onBlur={() => setInHead(false)}
    >
      <GridHead columns={columns} sort={sort} ticked={ticked} tickLabel={selectAllLabel} onPress={onPressHead} />
      <div role="presentation" className={sizer} style={{ height: rows.height }}>
        <div role="rowgroup" ref={holder} className={hold} />
      </div>
    </div>
  )
}

/** Returns whether all, some or no rows of the list are selected. Rows selected in other lists do not count. */
function isTicked(source: RowSource, selection: Selection): boolean | 'some' {
  const ticked = source.loaded().filter(({ id }) => isSelected(selection, id)).length
  return ticked > 0 && (ticked === source.total || 'some')
}

// The grid takes its height from the space that the page leaves, not from its rows: else all of them would be mounted.
const frame = css({
  position: 'relative',
  flex: '[1 1 0]',
  minHeight: '[120px]',
  height: '0',
  overflowX: 'hidden',
  overflowY: 'auto',
  borderTop: '1px solid token(colors.border.subtle)',
  background: 'bg.surface',
  // Scroll anchoring would move the rows, which are placed by their index.
  overflowAnchor: 'none',
  isolation: 'isolate',
})
const sizer = css({ position: 'relative' })
const hold = css({ position: 'absolute', insetInline: '0', top: '0' })
