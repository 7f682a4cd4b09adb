import { useEffect, useState, type ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { css } from 'styled-system/css'
import type { ApiError } from '@tocsin/core/base/errors'
import { sentenceOf } from '../../notices/sentence'
import { Button } from '../../ui/button'
import { NoticeBox } from '../../ui/notice-box'
import { Skeleton } from '../../ui/skeleton'
import { useT } from '../../words'

/** Delay before placeholders are shown, in milliseconds. */
const PATIENCE = 150

type Props<T> = {
  query: UseQueryResult<T, ApiError>
  /** The number of placeholders while the first answer is on its way. */
  lines?: number
  children: (data: T) => ReactNode
}

/**
 * The contents of one card, which loads and fails by itself: placeholders, then the answer, or the failure with the id of
 * its request and another attempt. An earlier answer stays beside a later failure.
 */
export function Loaded<T>({ query, lines = 3, children }: Props<T>) {
  const { data, error } = query
  return (
    <>
      <Trouble query={query} />
      {data === undefined ? !error && <Placeholders lines={lines} /> : children(data)}
    </>
  )
}

/** Why a card could not be loaded; nothing if it could. */
export function Trouble({ query: { error, isFetching, refetch } }: { query: UseQueryResult<unknown, ApiError> }) {
  const t = useT()
  if (!error) return null
  return (
    <div className={trouble}>
      <NoticeBox
        tone="warning"
        requestId={error.requestId}
        action={
          <Button size="small" icon="refreshCw" busy={isFetching} onClick={() => void refetch()}>
            {t('web.again')}
          </Button>
        }
      >
        {t('landing.failed')} {sentenceOf(error, t)}
      </NoticeBox>
    </div>
  )
}

function Placeholders({ lines }: { lines: number }) {
  const t = useT()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className={placeholders} aria-label={t('web.busy')}>
      {shown &&
        // oxlint-disable-next-line react/no-array-index-key -- placeholders are all alike
        Array.from({ length: lines }, (_, at) => <Skeleton key={at} width={at % 3 === 1 ? 'most' : 'some'} />)}
    </output>
  )
}

const trouble = css({ padding: '3' })
const placeholders = css({ display: 'grid', gap: '4', padding: '4', minHeight: 'tall' })
