import { useEffect, useRef, useState, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import { ApiError } from '@tocsin/core/base/errors'
import { LOCALES, type Locale } from '@tocsin/core/base/constants'
import { choose, usePreferences } from '../preferences'
import { MORE_OUTLINES } from '../ui/more-outlines'
import { Icon } from '../ui/icon'
import { Outline } from '../ui/outline'
import { srOnly } from '../ui/sr-only'
import { reasonOf } from './reason'
import { useWords } from './words'

/** The asker of a page: the name of a client, and of a place of theirs. */
export type Who = { name: string; place: string | undefined } | undefined

type Props = {
  /** The title of the window. */
  title: string
  who?: Who
  notice?: ReactNode
  children: ReactNode
  foot?: ReactNode
}

/** The frame of a page for people without an account. */
export function Page({ title, who, notice, children, foot }: Props) {
  const t = useWords()
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={frame}>
      <header className={top}>
        {who && (
          <>
            <span className={initial} aria-hidden="true">
              {Array.from(who.name.trim())[0]?.toUpperCase()}
            </span>
            <span className={names}>
              <b>{who.name}</b>
              {who.place !== undefined && <small>{who.place}</small>}
            </span>
          </>
        )}
        <Language />
      </header>
      {/* A region that is there before its words is heard. */}
      <output>{notice}</output>
      <main className={content} id="content">
        {children}
      </main>
      <footer className={bottom}>
        {foot}
        <p className={disclaimer}>{t('disclaimer')}</p>
      </footer>
    </div>
  )
}

/** The control that changes the language. What was answered stays. */
function Language() {
  const t = useWords()
  const { locale } = usePreferences()
  return (
    <span className={language}>
      <Outline path={MORE_OUTLINES.languages} />
      <select
        className={select}
        aria-label={t('language')}
        value={locale}
        onChange={({ target }) => choose({ locale: target.value as Locale })}
      >
        {LOCALES.map((one) => (
          <option key={one} value={one} lang={one}>
            {t(`languages.${one}`)}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" />
    </span>
  )
}

/** The heading of a page. It takes the focus whenever `focusOn` has changed, so that a reader begins there. */
export function Heading({ children, focusOn }: { children: ReactNode; focusOn?: unknown }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusOn !== undefined) heading.current?.focus()
  }, [focusOn])
  return (
    <h1 className={headingLook} ref={heading} tabIndex={-1} dir="auto">
      {children}
    </h1>
  )
}

/** A page that says one thing, and may offer one way on. */
export function Message({ title, text, who, action }: MessageProps) {
  return (
    <Page title={title} who={who}>
      <Heading focusOn={title}>{title}</Heading>
      {text}
      {action}
    </Page>
  )
}
type MessageProps = { title: string; text: ReactNode; who?: Who; action?: ReactNode }

/** The delay before a page that is not there yet shows its outline, in milliseconds. */
const PATIENCE = 150

/** A page whose content is on its way. */
export function Loading({ title }: { title: string }) {
  const t = useWords()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Page title={title}>
      <h1 className={srOnly}>{title}</h1>
      <output className={srOnly}>{isShown ? t('loading') : ''}</output>
      {isShown && (
        <>
          <span className={block} data-title="" />
          <span className={block} />
          <span className={block} />
          <span className={block} />
        </>
      )}
    </Page>
  )
}

/** The box of a failure: its reason, the id to ask with, and a button that tries again. */
export function Failure({ error, lead, onRetry }: { error: unknown; lead: string; onRetry: () => void }) {
  const t = useWords()
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className={failure}>
      <div role="alert">
        <p>
          <b>{lead}</b> {reasonOf(error, t)}
        </p>
        {requestId !== undefined && <p className={small}>{t('request', { id: requestId })}</p>}
      </div>
      <button type="button" className={plainButton} onClick={onRetry}>
        {t('again')}
      </button>
    </div>
  )
}

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '[100dvh]',
  fontSize: 'lg',
  lineHeight: 'lg',
  overflowWrap: 'anywhere',
})
const top = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  minHeight: 'appBar',
  paddingInlineStart: '4',
  paddingInlineEnd: '2',
  paddingBlock: '1.5',
  background: 'bg.surface',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const initial = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: 'control',
  height: 'control',
  borderRadius: 'md',
  background: 'bg.inverse',
  color: 'fg.inverse',
  fontSize: 'md',
  fontWeight: 'semibold',
})
const names = css({
  display: 'grid',
  minWidth: '0',
  '& b': { fontSize: 'md', lineHeight: 'md', fontWeight: 'semibold' },
  '& small': { color: 'fg.muted', fontSize: 'xs', lineHeight: 'xs' },
})
const language = css({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  flexShrink: '0',
  marginInlineStart: 'auto',
  color: 'fg.muted',
  '& > svg': { position: 'absolute', pointerEvents: 'none' },
  '& > svg:first-child': { insetInlineStart: '2.5', width: '5', height: '5' },
  '& > svg:last-child': { insetInlineEnd: '2.5' },
})
const select = css({
  appearance: 'none',
  minHeight: 'touch',
  paddingInlineStart: '10',
  paddingInlineEnd: '8',
  border: 'none',
  borderRadius: 'md',
  background: 'transparent',
  color: 'fg.muted',
  fontSize: 'md',
  fontWeight: 'medium',
  cursor: 'pointer',
  '& option': { background: 'bg.popover', color: 'fg.default' },
})
const content = css({
  flex: '1',
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  width: 'full',
  maxWidth: 'form',
  marginInline: 'auto',
  padding: '4',
  paddingBottom: '8',
})
const bottom = css({
  position: 'sticky',
  bottom: '0',
  paddingTop: '3',
  paddingBottom: '2.5',
  paddingInline: '4',
  background: 'bg.surface',
  borderTop: '1px solid token(colors.border.subtle)',
  '& > *': { width: 'full', maxWidth: 'form', marginInline: 'auto' },
  // A low window needs all of its height for the questions.
  '@media (max-height: 479px)': { position: 'static' },
})
const disclaimer = css({ marginTop: '2', color: 'fg.subtle', fontSize: 'xs', lineHeight: 'xs', textAlign: 'center' })
const headingLook = css({ textStyle: 'heading', outlineStyle: 'none' })
const block = css({
  display: 'block',
  width: 'full',
  height: 'touch',
  borderRadius: 'md',
  background: 'bg.muted',
  '&[data-title]': { width: '2/3', height: '5', borderRadius: 'xs' },
})
const failure = css({
  display: 'grid',
  gap: '3',
  padding: '3',
  border: '1px solid token(colors.danger.border)',
  borderRadius: 'md',
  background: 'danger.subtle',
  color: 'danger.fg',
  '& b': { fontWeight: 'semibold' },
})
const small = css({ fontSize: 'sm', lineHeight: 'sm', fontFamily: 'mono' })
export const quiet = css({ color: 'fg.muted' })
export const plainButton = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  minHeight: '[52px]',
  paddingInline: '4',
  border: '1px solid token(colors.border.control)',
  borderRadius: '[10px]',
  background: 'bg.surface',
  color: 'fg.default',
  fontSize: 'lg',
  fontWeight: 'medium',
  cursor: 'pointer',
  _hover: { background: 'bg.hover' },
  _active: { background: 'bg.active' },
})
export const mainButton = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  flex: '1',
  minHeight: '[52px]',
  paddingInline: '4',
  border: '1px solid token(colors.accent.solid)',
  borderRadius: '[10px]',
  background: 'accent.solid',
  color: 'accent.on',
  fontSize: 'lg',
  fontWeight: 'medium',
  cursor: 'pointer',
  '&:not([aria-disabled=true])': { _hover: { background: 'accent.hover' }, _active: { background: 'accent.pressed' } },
  _ariaDisabled: { background: 'bg.muted', borderColor: 'border.control', color: 'fg.subtle', cursor: 'default' },
})
