/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows placed by their number are no table of the browser, and their ticks are drawn */
import { memo, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import type { Row } from '../acts/targets'
import { Box } from '../ui/checkbox'
import { Skeleton } from '../ui/skeleton'

/** A column as the grid draws it. `cell` gives the same for the same row, so that a row is drawn once. */
export type GridColumn = {
  id: string
  label: string
  /** A track of `grid-template-columns`. */
  track: string
  sortable?: boolean
  /** Names the row for those who hear the page. */
  heads?: boolean
  /** A switch stands at the right edge of the two lines of a narrow screen; a code is not cut off there. */
  look?: 'switch' | 'code' | undefined
  /** Its heading is heard and not seen. */
  unseen?: boolean
  /** Left out on a narrow screen. */
  wideOnly?: boolean
  cell: (row: Row, index: number) => ReactNode
}

export type GridRowProps = {
  id: string
  index: number
  row: Row | undefined
  columns: readonly GridColumn[]
  /** Undefined where nothing can be selected. */
  selected: boolean | undefined
  /** Pixels from the top of the holder. */
  top: number
  active: boolean
  narrow: boolean
  /** Nothing but the name, while the list is flung past. */
  brief: boolean
  selectLabel: (row: Row) => string
}

/** One row; drawn anew only when its own record, place or tick changes. The grid moves the focus by itself. */
export const GridRow = memo(function GridRow({
  id,
  index,
  row,
  columns,
  selected,
  top,
  active,
  narrow,
  brief,
  selectLabel,
}: GridRowProps) {
  const first = selected === undefined ? 1 : 2
  const cell = ({ id: name, heads, look, cell: draw }: GridColumn, at: number) => (
    <div
      key={name}
      role={heads ? 'rowheader' : 'gridcell'}
      aria-colindex={first + at}
      className={cellLook}
      data-column={name}
      data-look={look}
      tabIndex={-1}
    >
      {row ? (heads || !brief) && draw(row, index) : heads ? <Waiting /> : null}
    </div>
  )
  const numbered = columns.map((column, at) => ({ column, at }))
  const below = numbered.filter(({ column }) => !column.heads && column.look !== 'switch' && !column.wideOnly)
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-busy={row ? undefined : true}
      tabIndex={active ? 0 : -1}
      data-index={index}
      data-active={active || undefined}
      data-off={row?.active === false || undefined}
      className={rowLook}
      style={{ top }}
    >
      {selected !== undefined && (
        <div role="gridcell" aria-colindex={1} className={cellLook} data-column="select" tabIndex={-1}>
          {row && (
            <button
              type="button"
              role="checkbox"
              aria-checked={selected}
              aria-label={selectLabel(row)}
              tabIndex={-1}
              data-select=""
              className={tick}
            >
              <Box checked={selected} />
            </button>
          )}
        </div>
      )}
      {narrow ? (
        <>
          <div role="presentation" className={lines}>
            {numbered.filter(({ column }) => column.heads).map(({ column, at }) => cell(column, at))}
            <div role="presentation" className={second}>
              {below.map(({ column, at }) => cell(column, at))}
            </div>
          </div>
          {numbered.filter(({ column }) => column.look === 'switch').map(({ column, at }) => cell(column, at))}
        </>
      ) : (
        numbered.map(({ column, at }) => cell(column, at))
      )}
    </div>
  )
})

const Waiting = () => (
  <span className={waiting}>
    <Skeleton width="most" />
  </span>
)

const rowLook = css({
  position: 'absolute',
  insetInline: '0',
  display: 'grid',
  gridTemplateColumns: '[var(--widths)]',
  alignItems: 'center',
  height: 'row',
  // Strict: what is in one row never changes where another stands.
  contain: '[strict]',
  paddingInline: { base: '[14px]', _narrow: '4' },
  borderBottom: '1px solid token(colors.border.subtle)',
  background: 'bg.surface',
  cursor: 'default',
  _hover: { background: 'bg.hover' },
  '&[data-active]': { background: 'bg.active', boxShadow: '[inset 2px 0 0 token(colors.accent.fg)]' },
  '&[aria-selected=true]': { background: 'bg.selected' },
  '&[data-off]': { color: 'fg.muted' },
  _focus: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]', borderRadius: 'xs' },
  _narrow: { display: 'flex', gap: '1', height: 'tall' },
})
const cellLook = css({
  minWidth: '0',
  paddingInline: { base: '2.5', _narrow: '0' },
  // Not `hidden`: that would make each cell something that can be scrolled, at a cost.
  overflow: 'clip',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  _focus: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]', borderRadius: 'xs' },
  '&[data-look=switch]': { display: 'flex', alignItems: 'center' },
  '&[data-column=select]': { overflow: { base: 'clip', _narrow: 'visible' } },
})
const tick = css({
  display: 'grid',
  placeItems: 'center',
  width: { base: 'icon', _narrow: 'touch' },
  height: { base: 'icon', _narrow: 'touch' },
  marginInlineStart: { base: '0', _narrow: '[-14px]' },
  padding: '0',
  border: 'none',
  background: 'transparent',
  borderRadius: 'xs',
  cursor: 'pointer',
})
const lines = css({ display: 'grid', gap: '0.5', flex: '1', minWidth: '0' })
const second = css({
  display: 'flex',
  alignItems: 'center',
  minWidth: '0',
  overflow: 'clip',
  fontSize: 'xs',
  lineHeight: 'xs',
  color: 'fg.muted',
  // What is typed is of no use when it is cut off.
  '& > [data-look=code]': { flexShrink: '0' },
  '& > * > *': { marginInlineEnd: '2' },
  '& [data-none]': { display: 'none' },
})
// Not at once: what is there within 150 ms must not flicker.
const waiting = css({
  display: 'block',
  transition: '[visibility 0s 150ms]',
  '@starting-style': { visibility: 'hidden' },
})
