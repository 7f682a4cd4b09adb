import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { useAccount } from '../../data/account'
import { showHref } from '../../navigation/hrefs'
import { placesOf } from '../../navigation/places'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { visitorOf } from '../../record/event-words'
import { bothSides, changesInWords, verbOf } from '../../record/history-of'
import { useNamesOf } from '../../record/names-of'
import { useRecordName } from '../../record/record-name'
import { Button } from '../../ui/button'
import { srOnly } from '../../ui/sr-only'
import { useT } from '../../words'
import { recordMark } from './pinned'
import type { Taking } from './take-back'
import type { Told } from './use-ways-back'

type Props = {
  told: Told
  /** True if the key takes it back. */
  hasKey: boolean
  onTake: (words: Pick<Taking, 'who' | 'lines'>) => void
}

/** One change: who did what to which record and when, and the button that takes it back. */
export function Change({ told: { event, resource, back, isOwn }, hasKey, onTake }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const account = useAccount()
  const { name } = useRecordName(event.noun, event.recordId)
  const nameAt = useNamesOf(resource, event.verb === 'update' ? bothSides(event.changes) : [])
  const lines = event.verb === 'update' ? changesInWords(resource, event, t, locale, { name: nameAt }) : []
  const user = event.username ?? visitorOf(event.changes, t)
  const who =
    event.impersonator === null ? user : t('record.history.onBehalf', { who: event.impersonator, other: user })
  const title = `${t(`resources.${event.noun}.name`)} ${name}`
  const [line] = lines
  const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The button goes with the change, and the focus stays in its row.
    currentTarget.closest('li')?.querySelector<HTMLElement>('[data-step]')?.focus()
    onTake({ who: isOwn ? null : who, lines })
  }
  return (
    <li className={row}>
      <div className={words}>
        <span dir="auto">
          {who} {verbOf(resource, event.verb, t)}
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
        {line !== undefined && (
          <span className={what} dir="auto">
            {lines.length > 1 ? t('landing.changes.more', { line, count: lines.length }) : line}
          </span>
        )}
        <time className={muted} dateTime={event.createdAt}>
          {dateText(event.createdAt, locale)}
        </time>
      </div>
      {back !== null &&
        (typeof back === 'string' ? (
          <span className={muted}>{t(`landing.changes.${back}`)}</span>
        ) : (
          <Button
            size="small"
            icon="undo"
            keys={hasKey ? ['Z'] : undefined}
            aria-keyshortcuts={hasKey ? 'z' : undefined}
            blocked={back.blocked && t(back.blocked.key, back.blocked.values)}
            onClick={press}
          >
            <span aria-hidden="true">{t('web.undo')}</span>
            <span className={srOnly}>{t('landing.changes.undoOf', { what: title })}</span>
          </Button>
        ))}
    </li>
  )
}

const row = css({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: '3',
  paddingInline: '4',
  paddingBlock: '2',
  '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
})
const words = css({ display: 'grid', gap: '0.5', minWidth: '0', overflowWrap: 'anywhere' })
const record = css({ color: 'fg.default', justifySelf: 'start', _hover: { textDecoration: 'underline' } })
const muted = css({ color: 'fg.muted', textStyle: 'small' })
const what = css({ color: 'fg.muted', textStyle: 'small', lineClamp: '2' })
