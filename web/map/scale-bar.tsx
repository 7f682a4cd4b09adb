import { css } from 'styled-system/css'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { usePreferences } from '../preferences'
import { useT } from '../words'
import { scaleBar } from './projection'

/** Longest bar, in pixels. */
const MOST = 96

/** Shows the length of a round number of kilometres or metres at the centre. */
export function ScaleBar({ lat, zoom }: { lat: number; zoom: number }) {
  const t = useT()
  const { locale } = usePreferences()
  const { kilometres, pixels } = scaleBar(lat, zoom, MOST)
  const length = (value: number) => ({ length: formatNumber(locale, Math.round(value)) })
  return (
    <span className={whole}>
      <span className={bar} style={{ width: pixels }} />
      {kilometres >= 1 ? t('map.kilometres', length(kilometres)) : t('map.metres', length(kilometres * 1_000))}
    </span>
  )
}

// The words are beside the bar, which may be shorter than they are.
const whole = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  paddingInline: '1',
  borderRadius: 'xs',
  background: 'bg.surface',
  color: 'fg.muted',
  fontSize: '2xs',
  lineHeight: '2xs',
  whiteSpace: 'nowrap',
})
const bar = css({ height: '[6px]', border: '1px solid token(colors.map.label)', borderTop: 'none' })
