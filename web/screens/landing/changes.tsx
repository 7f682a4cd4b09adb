import { Link } from 'wouter'
import { css } from 'styled-system/css'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { useList } from '../../data/hooks'
import { findResource, resourceOf } from '../../data/resources'
import { useSelectedClient } from '../../data/selected-client'
import { listHref, showHref } from '../../navigation/hrefs'
import { placesOf } from '../../navigation/places'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { visitorOf } from '../../record/event-words'
import { verbOf } from '../../record/history-of'
import { useRecordName } from '../../record/record-name'
import { Card } from '../../ui/card'
import { useT } from '../../words'
import { Loaded } from './loaded'
import { recordMark } from './pinned'

/** The number of events shown. */
const SHOWN = 5

/** The last changes of records that the reader may see: who did what, and when. */
export function Changes() {
  const t = useT()
  const account = useAccount()
  const { id: clientId } = useSelectedClient()
  const events = resourceOf('audit-events')
  const isSeen = mayDo(account, events, 'view')
  const query = useList(
    events,
    { limit: SHOWN, order: 'id DESC', ...(clientId === null ? {} : { [events.tenant!]: clientId }) },
    { enabled: isSeen },
  )
  if (!isSeen) return null
  return (
    <Card
      title={t('landing.changes.title')}
      aside={
        <Link className={all} href={listHref('audit-events')}>
          {t('landing.changes.all')}
        </Link>
      }
    >
      <Loaded query={query}>
        {({ rows }) => (
          <ol aria-label={t('landing.changes.title')}>
            {(rows as unknown as AuditEvent[]).map((event) => (
              <Change key={event.id} event={event} />
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  )
}

function Change({ event }: { event: AuditEvent }) {
  const t = useT()
  const { locale } = usePreferences()
  const account = useAccount()
  const of = findResource(event.noun)
  const { name } = useRecordName(event.noun, event.recordId)
  if (!of) return null
  const who = event.username ?? visitorOf(event.changes, t)
  const title = `${t(`resources.${event.noun}.name`)} ${name}`
  return (
    <li className={row}>
      <span dir="auto">
        {who} {verbOf(of, event.verb, t)}
      </span>
      {placesOf(account).includes(event.noun) ? (
        <Link
          className={record}
          href={showHref(event.noun, event.recordId)}
          data-step
          {...recordMark({ noun: event.noun, id: event.recordId, title: name })}
          dir="auto"
        >
          {title}
        </Link>
      ) : (
        <span dir="auto">{title}</span>
      )}
      <time className={muted} dateTime={event.createdAt}>
        {dateText(event.createdAt, locale)}
      </time>
    </li>
  )
}

const all = css({ color: 'accent.fg', textStyle: 'small' })
const row = css({
  display: 'grid',
  gap: '0.5',
  paddingInline: '4',
  paddingBlock: '2',
  overflowWrap: 'anywhere',
  '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
})
const record = css({ color: 'fg.default', justifySelf: 'start', _hover: { textDecoration: 'underline' } })
const muted = css({ color: 'fg.muted', textStyle: 'small' })
