import { useLayoutEffect, useRef } from 'react'
import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { useAccount } from '../../data/account'
import { Chip } from '../../ui/chip'
import { useT } from '../../words'
import { keepTicking } from './ticking'
import { ageText } from './time'
import './words'

/** The status of an alert as chips: its derived status, who has it, priority, test, and how it was resolved. */
export function StateChips({ alert: { status, takenBy, priority, test, resolution } }: { alert: Alert }) {
  const t = useT()
  const { id } = useAccount()
  return (
    <span className={chips}>
      <Chip tone={status === 'pending' ? 'alarm' : 'outlined'}>{t(`resources.alerts.choices.status.${status}`)}</Chip>
      {takenBy && (
        <Chip tone={takenBy.id === id ? 'accent' : 'plain'}>
          {takenBy.id === id ? t('alerts.withMe') : t('alerts.with', { who: takenBy.name })}
        </Chip>
      )}
      {priority && <Chip tone="outlined">{t('alerts.priority')}</Chip>}
      {test && <Chip tone="trouble">{t('alerts.test')}</Chip>}
      {resolution && (
        <Chip tone="good">
          {t('alerts.resolvedAs', { resolution: t(`resources.alerts.choices.resolution.${resolution}`).toLowerCase() })}
        </Chip>
      )}
    </span>
  )
}

/** The age of an alert, which ticks until the alert is resolved. It is no live region. */
export function Age({ alert }: { alert: Alert }) {
  const t = useT()
  const holder = useRef<HTMLSpanElement>(null)
  const { createdAt, generatedAt, resolvedAt } = alert
  useLayoutEffect(() => {
    const text = document.createTextNode('')
    holder.current?.replaceChildren(text)
    const read = () => ageText({ createdAt, generatedAt, resolvedAt }, Date.now())
    text.data = read()
    return resolvedAt === null ? keepTicking(text, read) : undefined
  }, [createdAt, generatedAt, resolvedAt])
  return (
    <span className={age}>
      <span className={figure} ref={holder} />
      <span className={small}>{t(resolvedAt === null ? 'alerts.since' : 'alerts.took')}</span>
    </span>
  )
}

const chips = css({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5', minWidth: '0' })
const age = css({ display: 'grid', justifyItems: 'end', flexShrink: '0' })
const figure = css({ textStyle: 'heading' })
const small = css({ color: 'fg.muted', textStyle: 'small' })
