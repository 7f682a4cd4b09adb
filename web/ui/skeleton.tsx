import { css } from 'styled-system/css'

/** A placeholder of content to come. Callers show it after 150 ms of waiting; it does not shimmer. */
export function Skeleton({ width = 'some' }: { width?: 'some' | 'most' | 'all' }) {
  return <span className={block} data-width={width} aria-hidden="true" />
}

const block = css({
  display: 'block',
  height: '3',
  borderRadius: 'xs',
  background: 'bg.muted',
  width: '1/3',
  '&[data-width=most]': { width: '2/3' },
  '&[data-width=all]': { width: 'full' },
})
