import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { numberText } from '../../record/display'
import { usePreferences } from '../../preferences'
import { useNarrow } from '../../table/use-narrow'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'
import { Gallery } from './gallery'
import { block, blockHead, pairs, quiet } from './look'
import { NoteField } from './note-field'
import { People } from './people'
import { Place } from './place'
import { Providers } from './providers'
import { Reach } from './reach'
import { reporterOf } from './reporter'
import { stamp } from './time'
import { Timeline } from './timeline'
import './words'

/**
 * The blocks of an alert in their order, the same in the drawer and on its page (ALERT-05 to ALERT-09). On a phone the ways to
 * act come first: call, map, notify, and the timeline.
 */
export function AlertContent({ alert }: { alert: Alert }) {
  const t = useT()
  const isNarrow = useNarrow()
  const text = (
    <p className={quote} data-pending={alert.status === 'pending' || undefined} dir="auto">
      {alert.text?.trim() || <span className={quiet}>{t('alerts.noText')}</span>}
    </p>
  )
  const timeline = (
    <>
      <Timeline alert={alert} />
      {!isNarrow && <NoteField key={alert.id} alert={alert} />}
    </>
  )
  if (isNarrow)
    return (
      <>
        {text}
        <Reach key={alert.id} alert={alert} />
        {timeline}
        <Gallery alert={alert} />
        <Facts alert={alert} />
        <Answers alert={alert} />
        <Place alert={alert} />
        <Providers alert={alert} />
        <People alert={alert} />
      </>
    )
  return (
    <>
      {text}
      <Facts alert={alert} />
      <Providers alert={alert} />
      <Answers alert={alert} />
      <Gallery alert={alert} />
      <Place alert={alert} />
      <People alert={alert} />
      {timeline}
    </>
  )
}

/** The facts of an alert: its times by the phone and by the server, its client and its reporter. */
function Facts({ alert }: { alert: Alert }) {
  const t = useT()
  const { locale } = usePreferences()
  const { generatedAt, createdAt, meta } = alert
  const seconds = Math.round((Date.parse(createdAt) - Date.parse(generatedAt)) / 1000)
  const label = (name: string) => t(`resources.alerts.fields.${name}`)
  return (
    <dl className={pairs} aria-label={t('alerts.facts')}>
      <div>
        <dt>{label('generatedAt')}</dt>
        <dd>
          <time dateTime={generatedAt}>{stamp(generatedAt)}</time>
          {meta.generatedAt && (
            <span className={quiet}>
              {' '}
              {t('alerts.clockOff', { time: stamp(meta.generatedAt) || meta.generatedAt })}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{label('createdAt')}</dt>
        <dd>
          <time dateTime={createdAt}>{stamp(createdAt)}</time>
          {seconds > 0 && <span className={quiet}> {t('alerts.later', { seconds: numberText(seconds, locale) })}</span>}
        </dd>
      </div>
      <div>
        <dt>{label('Client')}</dt>
        <dd dir="auto">{alert.Client.name}</dd>
      </div>
      <div>
        <dt>{label('MobileProfile')}</dt>
        <dd dir="auto">
          {reporterOf(alert, t)}
          {alert.MobileProfile?.phone && (
            <>
              {' '}
              <a className={link} href={`tel:${alert.MobileProfile.phone}`}>
                {alert.MobileProfile.phone}
              </a>
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}

/** The answers of the reporter, each with the number of its attachments (ALERT-06). */
function Answers({ alert }: { alert: Alert }) {
  const t = useT()
  const rows = alert.meta.dataView ?? []
  if (rows.length === 0) return null
  return (
    <section className={block}>
      <h3 className={blockHead}>{t('alerts.answers')}</h3>
      <dl className={pairs}>
        {rows.map(({ name, title, value, attachments, comments }) => (
          <div key={name}>
            <dt dir="auto">{title}</dt>
            <dd dir="auto">
              {value}
              {attachments > 0 && (
                <span className={marked}>
                  <Icon name="paperclip" />
                  {t('alerts.attached', { count: attachments })}
                </span>
              )}
              {comments && (
                <span className={quiet} dir="auto">
                  {' '}
                  {comments}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  color: 'accent.fg',
  textDecoration: 'underline',
  minHeight: { base: '5', _narrow: 'touch' },
})
const quote = css({
  padding: '3',
  borderInlineStart: '2px solid token(colors.border.strong)',
  background: 'bg.subtle',
  fontSize: { base: 'md', _narrow: 'lg' },
  lineHeight: 'lg',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  '&[data-pending]': { borderInlineStartColor: 'alarm.solid', background: 'alarm.subtle' },
})
const marked = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  marginInlineStart: '2',
  color: 'fg.muted',
  textStyle: 'small',
  '& svg': { width: 'iconSm', height: 'iconSm' },
})
