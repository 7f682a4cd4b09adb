import { useState } from 'react'
import { css } from 'styled-system/css'
import type { AlertEvent, AlertHistory } from '@tocsin/core/resources/alert-histories/types'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { useList } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { initialsOf } from '../../ui/avatar'
import { Icon, type IconName } from '../../ui/icon'
import { useT } from '../../words'
import { Failure } from './failure'
import { block, blockHead, quiet } from './look'
import { stampBeside } from './time'
import { actorOf, eventOf, factsOf, providerIdOf } from './timeline-words'
import { Unread } from './unread'
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
  // Only the last failure of a provider offers to try again.
  const last = new Map(events.map((event) => [FAILED.has(event.event) ? providerIdOf(event) : undefined, event.id]))
  return (
    <section className={block} aria-label={t('alerts.timeline')}>
      <h3 className={blockHead}>{t('alerts.timeline')}</h3>
      {isError && <Unread told={t('alerts.eventsFailed')} again={() => void refetch()} />}
      {data && events.length === 0 && <p className={quiet}>{t('alerts.noEvents')}</p>}
      <ol className={line}>
        {events.map((event) => {
          const { id, event: name, createdAt, text } = event
          const [facts, provider] = [factsOf(event, t), FAILED.has(name) ? providerIdOf(event) : undefined]
          const time = (
            <time className={quiet} dateTime={createdAt}>
              {stampBeside(createdAt, alert.createdAt)}
            </time>
          )
          return (
            <li key={id} data-bad={FAILED.has(name) || undefined} data-event={name}>
              <Mark event={event} />
              {provider === undefined ? (
                <>
                  <span className={said} dir="auto">
                    {eventOf(event, t)}
                    {facts && <span className={quiet}> · {facts}</span>}
                  </span>
                  {time}
                </>
              ) : (
                <Failure alert={alert} providerId={provider} isLast={last.get(provider) === id} beside={time}>
                  {eventOf(event, t)} <span className={below}>{facts}</span>
                </Failure>
              )}
              {text && (
                <p className={note} dir="auto">
                  {text}
                </p>
              )}
            </li>
          )
        })}
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
const below = css({ display: 'block', color: 'fg.muted', textStyle: 'small' })
const note = css({
  gridColumn: '[2 / -1]',
  padding: '2.5',
  borderRadius: 'sm',
  background: 'bg.muted',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  color: 'fg.default',
})
