import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { css } from 'styled-system/css'
import { srOnly } from '../../ui/sr-only'
import { useT } from '../../words'
import { keepTicking } from './ticking'
import { stamp } from './time'
import type { FeedState } from './use-feed'
import './words'

/** The time after which a lost connection is told across the page (ms). */
const LONG = 30_000

/** The state of the feed at the foot of the board: live with the time, or how long there has been no connection. */
export function FeedStatus({ feed }: { feed: FeedState }) {
  const t = useT()
  const holder = useRef<HTMLSpanElement>(null)
  const way = feed?.way
  const since = feed?.way === 'lost' ? feed.since : null
  useLayoutEffect(() => {
    if (way === undefined) return
    const text = document.createTextNode('')
    holder.current?.replaceChildren(text)
    return keepTicking(text, () =>
      t(`alerts.status.${way}`, {
        time: stamp(new Date().toISOString()).slice(11),
        seconds: since === null ? 0 : Math.round((Date.now() - since) / 1000),
      }),
    )
  }, [way, since, t])
  if (way === undefined) return null
  return (
    <span className={status} data-feed={way}>
      <span className={dot} aria-hidden="true" />
      <span ref={holder} />
    </span>
  )
}

/** Tells screen readers at once that the connection is lost or back, and after a while tells it across the page. */
export function LostBanner({ feed }: { feed: FeedState }) {
  const t = useT()
  const since = feed?.way === 'lost' ? feed.since : null
  const [long, setLong] = useState<number | null>(null)
  useEffect(() => {
    if (since === null) return
    const timer = setTimeout(() => setLong(since), Math.max(0, since + LONG - Date.now()))
    return () => clearTimeout(timer)
  }, [since])
  const [wasLost, setWasLost] = useState(false)
  if (since !== null && !wasLost) setWasLost(true)
  return (
    <>
      <output className={srOnly}>{since !== null ? t('alerts.lost') : wasLost ? t('alerts.back') : ''}</output>
      {since !== null && long === since && (
        <p className={banner} role="alert">
          {t('alerts.lostBanner')}
        </p>
      )}
    </>
  )
}

const status = css({ display: 'inline-flex', alignItems: 'center', gap: '1.5', whiteSpace: 'nowrap' })
const dot = css({
  width: '[8px]',
  height: '[8px]',
  borderRadius: 'full',
  border: '2px solid token(colors.success.dot)',
  background: 'success.dot',
  '[data-feed=polling] > &': { background: 'transparent' },
  '[data-feed=lost] > &': { background: 'transparent', borderColor: 'warning.fg' },
})
const banner = css({
  flexShrink: '0',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '1.5',
  borderBlock: '1px solid token(colors.warning.border)',
  background: 'warning.subtle',
  color: 'warning.fg',
})
