/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- rows placed by their index cannot form an HTML table; use-grid-keys.ts handles the keys */
import { memo } from 'react'
import { css } from 'styled-system/css'
import { Box } from '../ui/checkbox'
import { Icon } from '../ui/icon'
import type { GridColumn } from './grid-column'
import type { Sort } from './sort'
import { srOnly } from '../ui/sr-only'

type Props = {
  columns: readonly GridColumn[]
  sort: Sort | null
  /** True, 'some' or false: all, some or no rows are ticked. Undefined where rows cannot be selected. */
  ticked: boolean | 'some' | undefined
  tickLabel: string
  /** Handles the press of a heading; the heading of the ticks has the id `select`. */
  onPress: (id: string) => void
}

/** The headings of a grid, reached by ↑ from the first row. The heading of the sorted column shows the direction. */
export const GridHead = memo(function GridHead({ columns, sort, ticked, tickLabel, onPress }: Props) {
  const first = ticked === undefined ? 1 : 2
  return (
    <div role="row" aria-rowindex={1} className={head} data-head="">
      {ticked !== undefined && (
        <div
          role="columnheader"
          aria-colindex={1}
          tabIndex={-1}
          data-heading="select"
          className={heading}
          onClick={() => onPress('select')}
        >
          <Box checked={ticked} />
          <span className={srOnly}>{tickLabel}</span>
        </div>
      )}
      {columns.map(({ id, label, sortable, unseen }, at) => {
        const direction = sort?.path === id ? sort.direction : null
        return (
          <div
            key={id}
            role="columnheader"
            aria-colindex={first + at}
            aria-sort={
              sortable ? (direction === null ? 'none' : direction === 'ASC' ? 'ascending' : 'descending') : undefined
            }
            tabIndex={-1}
            data-heading={id}
            data-sortable={sortable || undefined}
            className={heading}
            onClick={sortable ? () => onPress(id) : undefined}
          >
            <span className={unseen ? srOnly : label_}>{label}</span>
            {direction && <Icon name={direction === 'ASC' ? 'chevronUp' : 'chevronDown'} className={arrow} />}
          </div>
        )
      })}
    </div>
  )
})

const head = css({
  position: 'sticky',
  top: '0',
  zIndex: 'sticky',
  display: 'grid',
  gridTemplateColumns: '[var(--tracks)]',
  alignItems: 'stretch',
  height: 'rowHeader',
  paddingInline: '[14px]',
  borderBottom: '1px solid token(colors.border.subtle)',
  background: 'bg.subtle',
  color: 'fg.muted',
  fontSize: 'xs',
  lineHeight: 'xs',
  fontWeight: 'medium',
  // On a narrow screen only screen readers get the headings, and `SortChoice` sets the order.
  _narrow: { srOnly: true, position: 'absolute', height: '[1px]', padding: '0' },
})
const heading = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  minWidth: '0',
  paddingInline: '2.5',
  overflow: 'hidden',
  userSelect: 'none',
  '&[data-sortable]': { cursor: 'pointer' },
  '&[data-sortable]:hover': { color: 'fg.default' },
  '&[aria-sort=ascending], &[aria-sort=descending]': { color: 'fg.default' },
  _focus: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]', borderRadius: 'xs' },
})
const label_ = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const arrow = css({ width: 'iconSm', height: 'iconSm' })
