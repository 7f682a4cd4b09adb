import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { Link } from 'wouter'
import { useT } from '../../words'
import { stamp } from './time'
import './words'

/** The time of the last alert, and the way to the alerts of all times: the content of a board without rows. */
export function LastAlert({ alert }: { alert: Alert }) {
  const t = useT()
  return (
    <>
      <p>{t('alerts.last', { time: stamp(alert.createdAt) })}</p>
      <p>
        <Link className={link} href="/alerts?view=all">
          {t('alerts.toAll')}
        </Link>
      </p>
    </>
  )
}

const link = css({ color: 'accent.fg', textDecoration: 'underline', textUnderlineOffset: '[3px]' })
