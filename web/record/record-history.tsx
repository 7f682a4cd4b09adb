import { useState } from 'react'
import { css } from 'styled-system/css'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { sentenceOf } from '../notices/sentence'
import type { Row } from '../data/row'
import { useAccount } from '../data/account'
import { useList } from '../data/hooks'
import { resourceOf } from '../data/resources'
import { usePreferences } from '../preferences'
import { Button } from '../ui/button'
import { Card } from '../ui/card'
import { CopyButton } from '../ui/copy-button'
import { useT } from '../words'
import { dateText } from './display'
import { visitorOf } from './event-words'
import { bothSides, changesInWords, historyResource, verbOf } from './history-of'
import { useNamesOf } from './names-of'
import './words'

/** Number of events shown at first, and added with each request for more. */
const STEP = 10

/** The history of a record, the newest event first; absent if the viewer may not see it. */
export function RecordHistory({ of, row }: { of: Resource; row: { id: number } }) {
  const account = useAccount()
  if (!mayDo(account, resourceOf('audit-events'), 'view')) return null
  return <History of={of} row={row} />
}

function History({ of, row }: { of: Resource; row: Row }) {
  const t = useT()
  const [limit, setLimit] = useState(STEP)
  const { data, error, refetch, isFetching } = useList(resourceOf('audit-events'), {
    noun: historyResource(of, row),
    recordId: row.id,
    order: 'id DESC',
    limit,
    offset: 0,
  })
  const [known, setKnown] = useState(data)
  // The present events stay while more are read.
  if (data && data !== known) setKnown(data)
  const events = (known?.rows ?? []) as AuditEvent[]
  return (
    <Card title={t('record.history.title')}>
      {error ? (
        <div className={note} role="alert">
          <p>
            {t('record.history.failed')} {sentenceOf(error, t)}
          </p>
          <Button size="small" icon="refreshCw" busy={isFetching} onClick={() => void refetch()}>
            {t('record.again')}
          </Button>
        </div>
      ) : known && events.length === 0 ? (
        <p className={note}>{t('record.history.empty')}</p>
      ) : (
        <ol>
          {events.map((event) => (
            <Event key={event.id} of={of} event={event} />
          ))}
        </ol>
      )}
      {known && known.total > events.length && (
        <div className={foot}>
          <Button size="small" busy={isFetching} onClick={() => setLimit(limit + STEP)}>
            {t('record.history.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Event({ of, event }: { of: Resource; event: AuditEvent }) {
  const t = useT()
  const { locale } = usePreferences()
  const who = event.username ?? visitorOf(event.changes, t)
  const name = useNamesOf(of, bothSides(event.changes))
  const lines = changesInWords(of, event, t, locale, { name })
  return (
    <li className={entry}>
      <div className={head}>
        <span className={sentence} dir="auto">
          {event.impersonator === null ? who : t('record.history.onBehalf', { who: event.impersonator, other: who })}{' '}
          {verbOf(of, event.verb, t)}
        </span>
        <span className={when}>
          <time dateTime={event.createdAt}>{dateText(event.createdAt, locale)}</time>
          {event.requestId && <CopyButton text={event.requestId} what={t('record.requestId')} t={t} />}
        </span>
      </div>
      {lines.length > 0 && (
        <ul className={changes}>
          {lines.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const note = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  padding: '4',
  color: 'fg.muted',
  overflowWrap: 'anywhere',
})
const entry = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '1',
  paddingInline: '4',
  paddingBlock: '2.5',
  minWidth: '0',
  '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
})
const head = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '2' })
const sentence = css({ overflowWrap: 'anywhere', minWidth: '0' })
const when = css({ display: 'flex', alignItems: 'center', gap: '1', color: 'fg.muted', textStyle: 'small' })
const changes = css({ color: 'fg.muted', textStyle: 'small', overflowWrap: 'anywhere', display: 'grid', gap: '0.5' })
const foot = css({ padding: '3', borderTop: '1px solid token(colors.border.subtle)' })
