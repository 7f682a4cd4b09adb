import { css } from 'styled-system/css'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { useT } from '../../words'
import type { Figures } from './use-dashboard'

/** The time at which figures hold; nothing until they are there. */
export function CountedAt({ query: { data } }: { query: Figures }) {
  const t = useT()
  const { locale } = usePreferences()
  return data ? (
    <span className={quiet}>{t('landing.countedAt', { time: dateText(data.timestamp, locale) })}</span>
  ) : null
}

const quiet = css({ color: 'fg.muted', textStyle: 'small' })
