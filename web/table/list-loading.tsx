import { css } from 'styled-system/css'
import { Skeleton } from '../ui/skeleton'
import { Spinner } from '../ui/spinner'
import { useT } from '../words'

/** Replaces the rows until the first response by a spinner (TABLE-01) over placeholder rows, after 150 ms. */
export function ListLoading({ names }: { names: string }) {
  const t = useT()
  return (
    <div className={loading}>
      <output className={word}>
        <Spinner />
        {t('table.loading', { names })}
      </output>
      <div aria-hidden="true">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className={place}>
            <Skeleton width={index % 3 === 1 ? 'most' : 'some'} />
          </div>
        ))}
      </div>
    </div>
  )
}

const loading = css({
  flex: '1',
  minHeight: '0',
  overflow: 'hidden',
  borderTop: '1px solid token(colors.border.subtle)',
  transition: '[visibility 0s 150ms]',
  '@starting-style': { visibility: 'hidden' },
})
const word = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'rowHeader',
  paddingInline: { base: '6', _narrow: '4' },
  background: 'bg.subtle',
  color: 'fg.muted',
  fontSize: 'xs',
})
const place = css({
  display: 'flex',
  alignItems: 'center',
  height: { base: 'row', _narrow: 'tall' },
  paddingInline: { base: '6', _narrow: '4' },
  borderBottom: '1px solid token(colors.border.subtle)',
  '& > span': { maxWidth: 'sidebar' },
})
