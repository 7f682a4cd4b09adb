import { css } from 'styled-system/css'
import { ApiError } from '@tocsin/core/base/errors'
import type { AlertEvent } from '@tocsin/core/resources/alert-histories/types'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import { whyOf } from '../../notices/sentence'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'
import { quiet } from './look'
import { stampBeside } from './time'
import { eventOf } from './timeline-words'
import { dropWaiting, useWaiting, type Action } from './waiting'
import './words'

/** The event that each action leaves in a timeline. */
const EVENTS: Readonly<Record<Action, AlertEvent>> = {
  take: 'taken',
  release: 'released',
  handOn: 'handed-on',
  note: 'noted',
  resolve: 'resolved',
  reopen: 'reopened',
  notify: 'notified',
  resend: 'resent',
}

/** The reader's actions on an alert that are not sent yet, or came back with the reason why they were refused. */
export function WaitingList({ alert }: { alert: Alert }) {
  const t = useT()
  const { id, name } = useAccount()
  const waiting = useWaiting().filter((one) => one.alert.id === alert.id)
  return waiting.map(({ key, action, input, told, at, refused }) => (
    <li key={key} data-bad={refused ? true : undefined} data-event="waiting">
      <Icon name={refused ? 'triangleAlert' : 'send'} />
      <span className={words} dir="auto">
        {eventOf({ event: EVENTS[action], actor: { kind: 'user', id, name }, details: told }, t)}
        <span className={quiet}> · {t(refused ? 'alerts.cameBack' : 'alerts.toBeSent')}</span>
      </span>
      <time className={quiet} dateTime={at}>
        {stampBeside(at, alert.createdAt)}
      </time>
      {(typeof input['text'] === 'string' || refused) && (
        <div className={below}>
          {typeof input['text'] === 'string' && <p dir="auto">{input['text']}</p>}
          {refused && <p>{whyOf(new ApiError(refused), t, resourceOf('alerts'))}</p>}
          {refused && (
            <Button size="small" onClick={() => dropWaiting(id, key)}>
              {t('alerts.dismiss')}
            </Button>
          )}
        </div>
      )}
    </li>
  ))
}

const words = css({ overflowWrap: 'anywhere' })
const below = css({
  gridColumn: '[2 / -1]',
  display: 'grid',
  gap: '2',
  justifyItems: 'start',
  padding: '2.5',
  borderRadius: 'sm',
  background: 'bg.muted',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  color: 'fg.default',
})
