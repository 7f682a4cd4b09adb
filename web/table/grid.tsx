/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- rows placed by their number are no table of the browser; the active row has the focus */
import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type Ref,
} from 'react'
import { css } from 'styled-system/css'
import type { Row } from '../acts/targets'
import { useKeys } from '../keys/use-keys'
import { addFocusHome } from '../navigation/focus'
import type { ActiveRow } from './active-row'
import { GridHead, type Sort } from './grid-head'
import { GridRow, type GridColumn } from './grid-row'
import type { RowSource } from './row-source'
import { isSelected, type Selection } from './selection'
import { useTypeAhead } from './type-ahead'
import { useWindow } from './use-window'

/** Pixels: rows and headings of a wide screen, items of a narrow one. */
const HEIGHTS = { row: 36, item: 68, head: 32 }
/** Rows loaded beyond those seen, so that a held key meets no gap. */
const AHEAD = 20

export type GridHandle = {
  /** Gives the focus to the active row; false where there is none. */
  focus: () => boolean
  /** Makes a row the active one and shows it, without the focus. Also while React is at work. */
  show: (index: number) => void
  /** Shows a row as the first one and goes there. */
  jump: (index: number) => void
  /** Goes to the headings; false where there are none to see. */
  focusHead: () => boolean
  /** Back from a cell to its row; false where the row has the focus already. */
  leaveCells: () => boolean
  /** Whether the focus is in here. */
  within: () => boolean
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
  selectLabel: (row: Row) => string
  selectAllLabel: string
  sort: Sort | null
  /** Pixels from the first row, where the list was left. */
  initialOffset?: number
  handle: Ref<GridHandle>
  onPressHead: (id: string) => void
  /** A row is ticked by hand; with Shift all up to it are. */
  onTick: (row: Row, index: number, all: boolean) => void
  onExtend: (from: number, to: number) => void
  onOpen: (row: Row, where: 'here' | 'tab') => void
  /** A link within a cell was followed. */
  onFollow: (href: string) => void
  /** What a row is found by when its beginning is typed. */
  textOf: (row: Row) => string
  /** First and last row seen, at every step. */
  onSeen: (first: number, last: number) => void
  /** The first row seen, once scrolling has come to rest. */
  onRest: (first: number) => void
}

/** Elements stay where they are and rows change among them; `aria-owns` says in which order they are read. */
const bySlot = (one: { slot: number }, other: { slot: number }) => one.slot - other.slot

const CONTROLS = 'a, button, input, select'

/**
 * A grid of as many rows as one likes with one tab stop: the active row. Moving it touches two rows of the page and
 * nothing of React, until what has to be mounted changes.
 */
export function Grid({
  label,
  source,
  columns,
  active,
  narrow,
  selection,
  selectLabel,
  selectAllLabel,
  sort,
  initialOffset = 0,
  handle,
  onPressHead,
  onTick,
  onExtend,
  onOpen,
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
  })

  useEffect(() => {
    source.ensure(Math.max(0, rows.first - AHEAD), rows.last + AHEAD)
    onSeen(rows.first, rows.last)
  }, [source, rows.first, rows.last, onSeen])

  const rowAt = (index: number) => holder.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null
  const headings = () => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-heading]') ?? [])]
  const within = () => scroller.current?.contains(document.activeElement) ?? false

  const focusRow = (): boolean => {
    const row = rowAt(active.index)
    const cell = column.current && row?.querySelector<HTMLElement>(`[data-column="${column.current}"]`)
    const target = cell ? (cell.querySelector<HTMLElement>(CONTROLS) ?? cell) : row
    target?.focus({ preventScroll: true })
    return target !== null
  }

  const mark = (index: number, on: boolean) => {
    const row = rowAt(index)
    if (!row) return
    row.tabIndex = on ? 0 : -1
    if (on) row.dataset['active'] = 'true'
    else delete row.dataset['active']
  }

  const move = (to: number, { focus = true }: { focus?: boolean } = {}) => {
    const next = Math.max(0, Math.min(to, count - 1))
    // Before another row can take over its element.
    if (active.index !== next) mark(active.index, false)
    active.move(next)
    rows.reveal(next, () => mark(next, true))
    if (focus) focusRow()
  }

  /** By how much a key moves; the first one only takes up the active row, which is seen but has no focus yet. */
  const step = (by: number) => {
    if (count === 0) return false
    if (!within() || inHead) return focusRow()
    move(active.index + by)
    return true
  }
  const page = () => Math.max(1, Math.floor(rows.viewport() / rowHeight) - 1)
  const edge = (to: number) => {
    if (count === 0) return false
    move(to)
    return true
  }

  const cells = () => [...(rowAt(active.index)?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
  const goToCell = (to: (at: number, last: number) => number): boolean => {
    if (!within() || inHead) return false
    const all = cells()
    const at = to(
      all.findIndex((cell) => cell.dataset['column'] === column.current),
      all.length - 1,
    )
    column.current = all[at]?.dataset['column'] ?? null
    return focusRow()
  }
  const firstOrLast = (last: boolean) =>
    column.current === null ? edge(last ? count - 1 : 0) : goToCell((_, end) => (last ? end : 0))

  const goToHeading = (to: (at: number, last: number) => number): boolean => {
    const all = headings()
    const at = all.findIndex((one) => one === document.activeElement)
    all[Math.max(0, Math.min(to(at, all.length - 1), all.length - 1))]?.focus({ preventScroll: true })
    return true
  }

  /** The heading that orders now, else the first that is no tick. */
  const sortedHeading = (): number => {
    const at = headings().findIndex(({ dataset }) => dataset['heading'] === sort?.path)
    return at < 0 ? (selection ? 1 : 0) : at
  }

  const activeRow = () => source.at(active.index)
  const extend = (by: number) => {
    if (!selection || count === 0) return false
    const from = active.index
    move(from + by)
    onExtend(from, active.index)
    return true
  }

  useKeys('list', {
    down: () => step(1),
    up: () => {
      if (inHead) return true
      return within() && active.index === 0 && !narrow ? goToHeading(sortedHeading) : step(-1)
    },
    pageDown: () => step(page()),
    pageUp: () => step(-page()),
    first: () => (inHead ? goToHeading(() => 0) : firstOrLast(false)),
    last: () => (inHead ? goToHeading((_, last) => last) : firstOrLast(true)),
    top: () => edge(0),
    bottom: () => edge(count - 1),
  })
  useKeys('row', {
    open: () => {
      const row = activeRow()
      if (inHead || !row || inCells()) return false
      onOpen(row, 'here')
    },
    openInTab: () => {
      const row = activeRow()
      if (inHead || !row || inCells()) return false
      onOpen(row, 'tab')
    },
    toggleRow: () => {
      const row = activeRow()
      if (inHead || !row || !selection) return false
      onTick(row, active.index, false)
    },
    extendDown: () => extend(1),
    extendUp: () => extend(-1),
    intoCells: () => goToCell((at, last) => Math.min(at + 1, last)),
    outOfCells: () => goToCell((at) => at - 1),
  })
  useKeys(
    'header',
    {
      nextColumn: () => goToHeading((at) => at + 1),
      previousColumn: () => goToHeading((at) => at - 1),
      sortColumn: () => {
        const id = (document.activeElement as HTMLElement).dataset['heading']
        if (id) onPressHead(id)
      },
      escape: () => void focusRow(),
    },
    { enabled: inHead },
  )
  /** A control within a cell has its own keys. */
  const inCells = () => column.current !== null && document.activeElement?.matches(CONTROLS) === true

  const onTypeAhead = useTypeAhead(source, active, textOf, (index) => move(index))

  useImperativeHandle(handle, () => ({
    focus: focusRow,
    show(index) {
      const next = Math.max(0, Math.min(index, count - 1))
      mark(active.index, false)
      active.move(next)
      rows.reveal(next)
      mark(next, true)
    },
    jump(index) {
      rows.scrollTo(index * rowHeight, () => move(index))
    },
    focusHead: () => !narrow && goToHeading(() => sortedHeading()),
    leaveCells() {
      if (column.current === null) return false
      column.current = null
      return focusRow()
    },
    within,
    offset: () => rows.place().offset,
  }))

  // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- it reads the page alone
  useEffect(() => addFocusHome(() => rowAt(active.index)), [active])

  // The list has become shorter than where somebody was.
  useLayoutEffect(() => {
    if (count === 0 || active.index < count) return
    active.move(count - 1)
    mark(count - 1, true)
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- marking touches the page alone
  }, [count, active])

  const tracks = [...(selection ? ['36px'] : []), ...columns.map(({ track }) => track)].join(' ')

  // The headings work out the widths; the rows take them in pixels and lay out nothing but themselves.
  useLayoutEffect(() => {
    const head = scroller.current?.firstElementChild
    if (!head || narrow) return
    const measure = () => scroller.current?.style.setProperty('--widths', getComputedStyle(head).gridTemplateColumns)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(head)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- other columns have other widths
  }, [tracks, narrow])

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const element = target.closest<HTMLElement>('[data-index]')
    if (!element || event.defaultPrevented) return
    const index = Number(element.dataset['index'])
    const row = source.at(index)
    const from = active.index
    const control = target.closest<HTMLElement>(CONTROLS)
    column.current = null
    move(index, { focus: !control })
    if (!row) return
    if (control?.dataset['select'] !== undefined) {
      if (event.shiftKey) onExtend(from, index)
      else onTick(row, index, false)
      focusRow()
    } else if (!control || control.dataset['open'] !== undefined) {
      // Text that was marked with the mouse is meant to be copied.
      if (!control && String(getSelection()).length > 0) return
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) {
        if (!control) onOpen(row, 'tab')
        return
      }
      event.preventDefault()
      onOpen(row, 'here')
    } else if (control.dataset['link'] !== undefined && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault()
      onFollow(control.getAttribute('href') ?? '')
    }
  }

  const ticked = !selection
    ? undefined
    : selection.kind === 'all'
      ? selection.except.size === 0 || 'some'
      : selection.rows.size > 0 && (selection.rows.size === count || 'some')

  return (
    <div
      role="grid"
      ref={scroller}
      className={frame}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + (selection ? 1 : 0)}
      aria-multiselectable={selection ? true : undefined}
      aria-busy={source.fetching || undefined}
      style={{ ['--tracks' as string]: tracks }}
      onClick={onClick}
      onKeyDown={onTypeAhead}
      onFocus={({ target }) => {
        setInHead(target.closest('[data-head]') !== null)
        const row = target.closest<HTMLElement>('[data-index]')
        const index = Number(row?.dataset['index'] ?? active.index)
        if (index !== active.index) {
          mark(active.index, false)
          active.move(index)
          mark(index, true)
        }
        if (row === target) column.current = null
        else if (row) column.current = target.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? null
      }}
      onBlur={() => setInHead(false)}
    >
      <GridHead columns={columns} sort={sort} ticked={ticked} tickLabel={selectAllLabel} onPress={onPressHead} />
      <div role="presentation" className={sizer} style={{ height: rows.height }}>
        <div
          role="rowgroup"
          ref={holder}
          className={hold}
          aria-owns={rows.mounted.map(({ slot }) => `${id}-${slot}`).join(' ')}
        >
          {rows.mounted.toSorted(bySlot).map(({ index, slot }) => {
            const row = source.at(index)
            return (
              <GridRow
                key={slot}
                id={`${id}-${slot}`}
                index={index}
                row={row}
                columns={columns}
                selected={selection ? row !== undefined && isSelected(selection, row.id) : undefined}
                top={rows.topOf(index)}
                active={index === active.index}
                narrow={narrow}
                brief={rows.flung}
                selectLabel={selectLabel}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

// Its height comes from what is left of the page and never from its rows: all of them would be mounted.
const frame = css({
  position: 'relative',
  flex: '[1 1 0]',
  minHeight: '[120px]',
  height: '0',
  overflowX: 'hidden',
  overflowY: 'auto',
  borderTop: '1px solid token(colors.border.subtle)',
  background: 'bg.surface',
  // A row that comes must not push the others: places are given, not found.
  overflowAnchor: 'none',
  isolation: 'isolate',
})
const sizer = css({ position: 'relative' })
const hold = css({ position: 'absolute', insetInline: '0', top: '0' })
