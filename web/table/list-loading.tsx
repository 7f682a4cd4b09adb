import { css } from 'styled-system/css'
import { Skeleton } from '../ui/skeleton'
import { Spinner } from '../ui/spinner'
import { useT } from '../words'
import { tracksOf, type GridColumn } from './grid-column'
import { GridHead } from './grid-head'
import type { Sort } from './sort'

type Props = { names: string; columns: readonly GridColumn[]; selectable: boolean; sort: Sort | null }

/**
 * Replaces the rows until the first response by a spinner (TABLE-01) over placeholders of the headings and cells, each in
 * its place, so that nothing jumps when the rows come. It is shown after 150 ms.
 */
export function ListLoading({ names, columns, selectable, sort }: Props) {
  const t = useT()
  return (
    <div className={loading} style={{ ['--tracks' as string]: tracksOf(columns, selectable) }}>
      <output className={word}>
        <Spinner />
        {t('table.loading', { names })}
      </output>
      <div aria-hidden="true" inert>
        <GridHead
          columns={columns}
          sort={sort}
          ticked={selectable ? false : undefined}
          tickLabel=""
          onPress={() => {}}
        />
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className={place} data-placeholder="">
            {selectable && <span className={tick} />}
            {columns.map(({ id, heads, unseen }) => (
              <span key={id} className={cell}>
                {!unseen && <Skeleton width={heads ? 'most' : 'some'} />}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const loading = css({
  position: 'relative',
  flex: '1',
  minHeight: '0',
  overflow: 'hidden',
  borderTop: '1px solid token(colors.border.subtle)',
  transition: '[visibility 0s 150ms]',
  '@starting-style': { visibility: 'hidden' },
})
const word = css({
  position: 'absolute',
  insetInline: '0',
  top: '[76px]',
  zIndex: 'sticky',
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  width: '[fit-content]',
  marginInline: 'auto',
  paddingInline: '3',
  paddingBlock: '2',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  background: 'bg.surface',
  color: 'fg.muted',
  fontSize: 'xs',
})
const place = css({
  display: 'grid',
  gridTemplateColumns: { base: '[var(--tracks)]', _narrow: '[34px minmax(0, 1fr)]' },
  alignItems: 'center',
  alignContent: 'center',
  rowGap: '2',
  height: { base: 'row', _narrow: 'tall' },
  paddingInline: { base: '[14px]', _narrow: '4' },
  borderBottom: '1px solid token(colors.border.subtle)',
})
const cell = css({
  paddingInline: { base: '2.5', _narrow: '0' },
  // An item of a narrow screen has two lines beside its tick.
  _narrow: { gridColumn: '2', '&:nth-child(n + 4)': { display: 'none' } },
})
const tick = css({
  width: 'icon',
  height: 'icon',
  marginInline: { base: '2.5', _narrow: '0' },
  borderRadius: 'xs',
  background: 'bg.muted',
  _narrow: { gridRow: '1 / 3' },
})
