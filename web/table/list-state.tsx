import { css } from 'styled-system/css'
import type { ApiError } from '@tocsin/core/base/errors'
import { sentenceOf } from '../notices/sentence'
import { Button } from '../ui/button'
import { Skeleton } from '../ui/skeleton'
import { Spinner } from '../ui/spinner'
import { State } from '../ui/state'
import { useT } from '../words'

type Retry = { resource: string; error: ApiError; onRetry: () => void }

/** Replaces rows that did not load by the error and a button to try again. */
export function ListFailed({ resource, error, onRetry }: Retry) {
  const t = useT()
  return (
    <State
      icon="circleAlert"
      trouble
      title={t('table.failed.title')}
      detail={
        <>
          {sentenceOf(error, t, resource)}
          {error.requestId && (
            <div className={request}>
              {t('table.failed.request')} <code>{error.requestId}</code>
            </div>
          )}
        </>
      }
    >
      <Button keys={['R']} onClick={onRetry}>
        {t('table.failed.retry')}
      </Button>
    </State>
  )
}

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

const request = css({ '& code': { fontFamily: 'mono', userSelect: 'all' } })
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
