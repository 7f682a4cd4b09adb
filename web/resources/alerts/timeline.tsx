import { useState } from 'react'
import { css } from 'styled-system/css'
import type { AlertEvent, AlertHistory } from '@tocsin/core/resources/alert-histories/types'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { useList } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { initialsOf } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { Icon, type IconName } from '../../ui/icon'
import { useT } from '../../words'
import { block, blockHead, quiet } from './look'
import { stampBeside } from './time'
import { actorOf, eventOf, factsOf } from './timeline-words'
import { WaitingList } from './waiting-list'
import './words'

/** The most events that are shown. */
const MOST = 200
/** The pause between readings while a notification is on its way, whose outcome is no event of its own (ms). */
const EVERY = 4_000

const ICONS: Readonly<Record<AlertEvent, IconName | null>> = {
  created: 'smartphone',
  delivered: 'check',
  failed: 'triangleAlert',
  'given-up': 'triangleAlert',
  resent: 'refreshCw',
  acknowledged: 'circleCheck',
  notified: 'send',
  taken: null,
  released: 'undo',
  'handed-on': 'redo',
  noted: 'fileText',
  resolved: 'circleCheck',
  reopened: 'undo',
}
const FAILED: ReadonlySet<AlertEvent> = new Set(['failed', 'given-up'])

/** The events of an alert with their actors and times, the first event first. */
export function Timeline({ alert }: { alert: Alert }) {
  const t = useT()
  const [isWaiting, setWaiting] = useState(false)
  const { data, isError, refetch } = useList(
    resourceOf('alert-histories'),
    { AlertId: alert.id, order: 'id ASC', limit: MOST },
    isWaiting ? { every: EVERY } : {},
  )
  const events = (data?.rows ?? []) as unknown as AlertHistory[]
  const waits = events.some(({ details }) => details['outcome'] === 'waiting')
  if (waits !== isWaiting) setWaiting(waits)
  return (
    <section className={block} aria-label={t('alerts.timeline')}>
      <h3 className={blockHead}>{t('alerts.timeline')}</h3>
      {isError && (
        <p role="alert">
          {t('alerts.eventsFailed')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            {t('web.again')}
          </Button>
        </p>
      )}
      {data && events.length === 0 && <p className={quiet}>{t('alerts.noEvents')}</p>}
      <ol className={line}>
        {events.map((event) => (
          <li key={event.id} data-bad={FAILED.has(event.event) || undefined} data-event={event.event}>
            <Mark event={event} />
            <span className={said} dir="auto">
              {eventOf(event, t)}
              {factsOf(event, t) && <span className={quiet}> · {factsOf(event, t)}</span>}
            </span>
            <time className={quiet} dateTime={event.createdAt}>
              {stampBeside(event.createdAt, alert.createdAt)}
            </time>
            {event.text && (
              <p className={note} dir="auto">
                {event.text}
              </p>
            )}
          </li>
        ))}
        <WaitingList alert={alert} />
      </ol>
    </section>
  )
}

function Mark({ event }: { event: AlertHistory }) {
  const t = useT()
  const icon = ICONS[event.event]
  return (
    <span className={mark} aria-hidden="true" data-initials={icon ? undefined : initialsOf(actorOf(event, t))}>
      {icon && <Icon name={icon} />}
    </span>
  )
}

const line = css({
  display: 'grid',
  gap: '2',
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '[20px minmax(0, 1fr) auto]',
    columnGap: '2',
    rowGap: '1',
    alignItems: 'start',
  },
  '& > li[data-bad]': { color: 'danger.fg' },
})
const mark = css({
  display: 'grid',
  placeItems: 'center',
  width: '5',
  height: '5',
  borderRadius: 'full',
  background: 'bg.muted',
  color: 'fg.muted',
  fontSize: '[0.625rem]',
  fontWeight: 'semibold',
  '& svg': { width: '3', height: '3' },
  '&[data-initials]': { border: '1px solid token(colors.border.strong)', _before: { content: 'attr(data-initials)' } },
  '[data-event=delivered] > &': { background: 'success.subtle', color: 'success.fg' },
  '[data-bad] > &': { background: 'danger.subtle', color: 'danger.fg' },
})
const said = css({ overflowWrap: 'anywhere' })
const note = css({
  gridColumn: '[2 / -1]',
  padding: '2.5',
  borderRadius: 'sm',
  background: 'bg.muted',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  color: 'fg.default',
})
