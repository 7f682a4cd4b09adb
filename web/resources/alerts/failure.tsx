import { useId, useRef, useState, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import type { AlertDelivery } from '@tocsin/core/resources/alert-deliveries/types'
import type { Alert, AlertProvider } from '@tocsin/core/resources/alerts/types'
import { useList } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'
import { actOrTell } from './act'
import { quiet } from './look'
import { stampBeside } from './time'
import { codeOf } from './timeline-words'
import { Unread } from './unread'
import './words'

/** The most attempts that are shown, the last ones. */
const MOST = 5

type Props = {
  alert: Alert
  providerId: number
  /** False for a failure that another one of the provider followed: nothing more is done about it. */
  isLast?: boolean
  /** True if it is open at first. */
  opened?: boolean
  /** An element between the sentence and what it opens, such as the time. */
  beside?: ReactNode
  /** The sentence that says what failed. */
  children: ReactNode
}

/** The sentence of a failed delivery as a button that opens its attempts with their codes, and the way to try now. */
export function Failure({ alert, providerId, isLast = true, opened = false, beside, children }: Props) {
  const panel = useId()
  const [isOpen, setOpen] = useState(opened)
  const toggle = useRef<HTMLButtonElement>(null)
  const provider = alert.MonitoringProviders.find(({ id }) => id === providerId)
  return (
    <>
      <button
        ref={toggle}
        type="button"
        className={opener}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span dir="auto">{children}</span>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
      </button>
      {beside}
      {isOpen && (
        <div id={panel} className={frame}>
          <Attempts alert={alert} providerId={providerId} name={provider?.name ?? ''} />
          {isLast && provider?.failed && (
            // The button goes once the alert is on its way, so the focus moves first.
            <Next alert={alert} provider={provider} onTry={() => toggle.current?.focus()} />
          )}
        </div>
      )}
    </>
  )
}

function Attempts({ alert, providerId, name }: { alert: Alert; providerId: number; name: string }) {
  const t = useT()
  const { data, isError, refetch } = useList(resourceOf('alert-deliveries'), {
    AlertId: alert.id,
    MonitoringProviderId: providerId,
    order: 'id DESC',
    limit: MOST,
  })
  if (isError) return <Unread told={t('alerts.attemptsFailed')} again={() => void refetch()} />
  if (!data || data.rows.length === 0) return null
  return (
    <ul className={list} aria-label={t('alerts.attemptsOf', { name })}>
      {(data.rows as unknown as AlertDelivery[]).map(({ id, attempt, outcome, status, createdAt }) => (
        <li key={id}>
          <span dir="auto">
            {t('resources.alert-deliveries.fields.attempt')} {attempt}: {codeOf({ status, code: outcome }, t)}
          </span>
          <time className={quiet} dateTime={createdAt}>
            {stampBeside(createdAt, alert.createdAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}

function Next({ alert, provider, onTry }: { alert: Alert; provider: AlertProvider; onTry: () => void }) {
  const t = useT()
  const { id, name, nextAttemptAt } = provider
  return (
    <>
      {nextAttemptAt !== null && (
        <span className={quiet}>{t('alerts.nextAttempt', { time: stampBeside(nextAttemptAt, alert.createdAt) })}</span>
      )}
      {nextAttemptAt === null && alert.resolvedAt === null && <span className={quiet}>{t('alerts.givenUp')}</span>}
      <Button
        size="small"
        icon="refreshCw"
        aria-label={t('alerts.resendOne', { name })}
        onClick={() => {
          onTry()
          void actOrTell(alert, 'resend', { MonitoringProviderId: id }, { provider: { name } })
        }}
      >
        {t('alerts.tryNow')}
      </Button>
    </>
  )
}

const opener = css({
  // The ring of the focus is around the words, not across the row.
  justifySelf: 'start',
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: '1',
  minWidth: '0',
  minHeight: { base: '5', _narrow: 'touch' },
  padding: '0',
  border: 'none',
  borderRadius: 'xs',
  background: 'transparent',
  color: 'danger.fg',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  _hover: { textDecoration: 'underline' },
  '& > span': { minWidth: '0' },
  '& > svg': { width: 'iconSm', height: 'iconSm', flexShrink: '0', marginBlock: '[3px]' },
})
const frame = css({
  // A row of its own, in the grid of the timeline and in the line of a provider.
  gridColumn: '[2 / -1]',
  flexBasis: 'full',
  display: 'grid',
  justifyItems: 'start',
  gap: '2',
  padding: '2.5',
  borderRadius: 'sm',
  background: 'bg.muted',
  color: 'fg.default',
})
const list = css({
  display: 'grid',
  gap: '1',
  width: 'full',
  listStyle: 'none',
  '& > li': { display: 'flex', justifyContent: 'space-between', flexWrap: 'wrap', columnGap: '2' },
  '& span': { minWidth: '0', overflowWrap: 'anywhere' },
})
