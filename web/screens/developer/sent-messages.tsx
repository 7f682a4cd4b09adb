import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { LOCALES } from '@tocsin/core/base/constants'
import { addFocusHome } from '../../ui/focus'
import { choose, usePreferences } from '../../preferences'
import { CopyButton } from '../../ui/copy-button'
import { Icon } from '../../ui/icon'
import { Select } from '../../ui/select'
import { State } from '../../ui/state'
import { addWords, useT } from '../../words'
import { partsOf } from './message-parts'
import { messages } from './messages'
import { srOnly } from '../../ui/sr-only'

addWords('developer', messages)

type Message = { id: number; sentAt: string; channel: 'mail' | 'sms'; to: string; subject: string; text: string }

const EVERY = 1000

/** Returns the messages that the demo has sent, read every second; null if the request fails. */
function useMessages(): readonly Message[] | null | undefined {
  const [found, setFound] = useState<readonly Message[] | null>()
  useEffect(() => {
    const stop = new AbortController()
    const read = async () => {
      try {
        const answer = await fetch('/developer/messages.json', { cache: 'no-store', signal: stop.signal })
        setFound(answer.ok ? ((await answer.json()) as Message[]) : null)
      } catch {
        if (!stop.signal.aborted) setFound(null)
      }
    }
    void read()
    const timer = setInterval(() => void read(), EVERY)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [])
  return found
}

/** Shows a visitor of the demo the messages that the demo sends, with their codes and links. Only the demo has any. */
export default function SentMessages() {
  const t = useT()
  const { locale } = usePreferences()
  const found = useMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${t('developer.title')} · tocsin`
  }, [t])
  useEffect(() => {
    heading.current?.focus()
    return addFocusHome(() => heading.current)
  }, [])
  return (
    <main className={page} id="content">
      <div className={head}>
        <h1 className={title} ref={heading} tabIndex={-1}>
          {t('developer.title')}
        </h1>
        <Select
          label={t('web.language')}
          value={locale}
          options={LOCALES.map((one) => [one, t(`web.languages.${one}`)])}
          onChange={(chosen) => choose({ locale: chosen })}
        />
      </div>
      <p className={quiet}>
        {t('developer.lead')} <Link href="/login">{t('developer.console')}</Link>
      </p>
      {found === null && (
        <State trouble icon="triangleAlert" title={t('developer.gone')} detail={t('developer.goneDetail')} />
      )}
      {found?.length === 0 && <State icon="mail" title={t('developer.nothing')} detail={t('developer.hint')} />}
      <div role="log" aria-labelledby="sent" className={list}>
        <span id="sent" className={srOnly}>
          {t('developer.title')}
        </span>
        {found?.map((message) => (
          <Sent key={message.id} message={message} />
        ))}
      </div>
    </main>
  )
}

function Sent({ message: { channel, to, subject, text, sentAt } }: { message: Message }) {
  const t = useT()
  const { locale } = usePreferences()
  return (
    <article className={card}>
      <header className={line}>
        <Icon name={channel === 'sms' ? 'smartphone' : 'mail'} />
        <h2 className={strong}>{t(`developer.${channel}`, { to })}</h2>
        <time className={when} dateTime={sentAt}>
          {new Date(sentAt).toLocaleTimeString(locale)}
        </time>
      </header>
      {subject && <p className={strong}>{subject}</p>}
      <p className={body}>
        {partsOf(text, location.origin).map(({ kind, text: part }, at) =>
          kind === 'link' ? (
            <a key={at} href={part}>
              {part}
            </a>
          ) : kind === 'code' ? (
            <span key={at} className={code}>
              {part}
              <CopyButton text={part} what={t('developer.code')} t={t} />
            </span>
          ) : (
            part
          ),
        )}
      </p>
    </article>
  )
}

const page = css({
  minHeight: '[100dvh]',
  maxWidth: 'page',
  marginInline: 'auto',
  padding: { base: '6', _narrow: '4' },
})
const head = css({ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '4' })
const title = css({ textStyle: 'heading' })
const quiet = css({
  color: 'fg.muted',
  maxWidth: 'form',
  '& a': { display: 'inline-block', minHeight: 'controlSm', color: 'accent.fg', textDecoration: 'underline' },
})
const list = css({ display: 'grid', gap: '3', marginTop: '6' })
const card = css({
  display: 'grid',
  gap: '2',
  minWidth: '0',
  padding: '4',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  background: 'bg.surface',
})
const line = css({ display: 'flex', alignItems: 'center', gap: '2', color: 'fg.muted' })
const strong = css({ fontWeight: 'semibold', color: 'fg.default', overflowWrap: 'anywhere' })
const when = css({ marginInlineStart: 'auto', textStyle: 'small' })
const body = css({
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  '& a': { color: 'accent.fg', textDecoration: 'underline' },
})
const code = css({ display: 'inline-flex', alignItems: 'center', fontFamily: 'mono', fontWeight: 'semibold' })
