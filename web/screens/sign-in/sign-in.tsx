import { useAtomValue } from 'jotai/react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { css } from 'styled-system/css'
import { LOCALES } from '@tocsin/core/constants'
import { ApiError } from '@tocsin/core/errors'
import { sentenceOf } from '../../acts/sentence'
import { useLocation, useSearchParams } from 'wouter'
import { lostSessionAtom } from '../../data/api'
import { signInWith } from '../../data/sign-in'
import { addFocusHome } from '../../navigation/focus'
import { safeRedirect } from '../../navigation/hrefs'
import { choose, usePreferences } from '../../preferences'
import { addWords, useT } from '../../words'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Field, input } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { Mark } from '../../ui/mark'
import { Select } from '../../ui/select'
import { messages } from './messages'
import { Rings } from './rings'

addWords('signIn', messages)

type Missing = { username?: string; password?: string }

/** The card to sign in with. Where a session was lost it says so; what one was at comes back afterwards. */
export default function SignIn() {
  const t = useT()
  const { locale } = usePreferences()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const lost = useAtomValue(lostSessionAtom)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<Missing>({})
  const [failure, setFailure] = useState<ApiError | 'verification' | null>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    document.title = `${t('signIn.title')} · tocsin`
  }, [t])
  useEffect(() => addFocusHome(() => nameField.current), [])
  useEffect(() => nameField.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    // A password manager may have filled what no key has told.
    const given = { username: (nameField.current?.value ?? '').trim(), password: passwordField.current?.value ?? '' }
    const empty: Missing = {
      ...(given.username ? {} : { username: t('signIn.needed.username') }),
      ...(given.password ? {} : { password: t('signIn.needed.password') }),
    }
    setMissing(empty)
    setFailure(null)
    if (empty.username) return nameField.current?.focus()
    if (empty.password) return passwordField.current?.focus()
    setBusy(true)
    try {
      if (await signInWith(given.username, given.password)) setFailure('verification')
      else navigate(safeRedirect(query.get('redirect')) ?? '/', { replace: true })
    } catch (error) {
      setFailure(error instanceof ApiError ? error : new ApiError({ status: 500, code: 'INTERNAL_ERROR' }))
      passwordField.current?.select()
    } finally {
      setBusy(false)
    }
  }

  // A session may have ended because this user may no longer sign in: that is told as it is.
  const refused = lost?.code === 'INVALID_USER' ? lost : null
  const failed = failure === 'verification' ? null : (failure ?? refused)
  return (
    <div className={page}>
      <aside className={picture}>
        <span className={brand}>
          <Mark />
          tocsin
        </span>
        <Rings />
        <div>
          <p className={tagline}>{t('signIn.tagline')}</p>
          <p className={about}>{t('web.about')}</p>
        </div>
      </aside>
      <main className={side} id="content">
        <div className={corner}>
          <Select
            label={t('web.language')}
            value={locale}
            options={LOCALES.map((one) => [one, t(`web.languages.${one}`)])}
            onChange={(chosen) => choose({ locale: chosen })}
          />
        </div>
        <form className={card} noValidate aria-labelledby="sign-in" onSubmit={(event) => void submit(event)}>
          <div>
            <h1 className={heading} id="sign-in">
              {t('signIn.title')}
            </h1>
            <p className={quiet}>{t('signIn.lead')}</p>
          </div>
          {(failure || lost) && (
            <div className={warning} role="alert">
              <Icon name="triangleAlert" />
              <div>
                <p>{failed ? sentenceOf(failed, t) : t(failure ? 'signIn.verification' : 'signIn.ended')}</p>
                {failed?.requestId && (
                  <p className={request}>
                    {t('acts.request')} {failed.requestId}
                    <CopyButton text={failed.requestId} what={t('acts.request')} t={t} />
                  </p>
                )}
              </div>
            </div>
          )}
          <Field label={t('signIn.username')} problem={missing.username}>
            {(control) => (
              <input
                {...control}
                ref={nameField}
                className={input()}
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                value={username}
                onChange={({ target }) => setUsername(target.value)}
              />
            )}
          </Field>
          <Field label={t('signIn.password')} problem={missing.password}>
            {(control) => (
              <span className={together}>
                <input
                  {...control}
                  ref={passwordField}
                  className={input()}
                  name="password"
                  type={shown ? 'text' : 'password'}
                  autoComplete="current-password"
                  value={password}
                  onChange={({ target }) => setPassword(target.value)}
                />
                <Button
                  look="quiet"
                  icon={shown ? 'eyeOff' : 'eye'}
                  iconOnly
                  aria-pressed={shown}
                  onClick={() => setShown(!shown)}
                >
                  {t('signIn.show')}
                </Button>
              </span>
            )}
          </Field>
          <Button look="primary" type="submit" busy={busy} keys={['↵']}>
            {t('signIn.submit')}
          </Button>
          <p className={disclaimer}>
            <Icon name="phone" />
            <span>{t('web.disclaimer')}</span>
          </p>
        </form>
      </main>
    </div>
  )
}

const page = css({
  display: 'grid',
  gridTemplateColumns: { base: '[7fr 5fr]', _narrow: '[minmax(0, 1fr)]' },
  minHeight: '[100dvh]',
  background: 'bg.surface',
})
const picture = css({
  position: 'relative',
  display: { base: 'flex', _narrow: 'none' },
  flexDirection: 'column',
  justifyContent: 'space-between',
  overflow: 'hidden',
  padding: '10',
  background: 'bg.sidebar',
  borderInlineEnd: '1px solid token(colors.border.subtle)',
  '& > *:not(svg)': { position: 'relative' },
})
const brand = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  fontSize: 'xl',
  lineHeight: 'xl',
  fontWeight: 'semibold',
  letterSpacing: 'tight',
})
const tagline = css({ textStyle: 'figure', maxWidth: 'form', textWrap: 'balance' })
const about = css({ marginTop: '3', maxWidth: 'drawer', color: 'fg.muted', fontSize: 'md', lineHeight: 'md' })
const side = css({ display: 'flex', flexDirection: 'column', padding: { base: '6', _narrow: '4' } })
const corner = css({ display: 'flex', justifyContent: 'flex-end' })
const card = css({
  display: 'grid',
  gap: '4',
  width: 'full',
  maxWidth: 'signIn',
  margin: 'auto',
  '& > button': { width: 'full' },
})
const heading = css({ textStyle: 'heading' })
const quiet = css({ color: 'fg.muted', marginTop: '1' })
const together = css({
  position: 'relative',
  display: 'block',
  '& button': { position: 'absolute', insetInlineEnd: '0', top: '0' },
})
const warning = css({
  display: 'flex',
  gap: '2.5',
  padding: '3',
  borderRadius: 'md',
  border: '1px solid token(colors.warning.border)',
  background: 'warning.subtle',
  color: 'warning.fg',
})
const request = css({ display: 'flex', alignItems: 'center', gap: '1', textStyle: 'mono', marginTop: '1' })
const disclaimer = css({
  display: 'flex',
  gap: '2.5',
  padding: '3',
  borderRadius: 'md',
  border: '1px solid token(colors.border.subtle)',
  background: 'bg.subtle',
  color: 'fg.muted',
  fontSize: 'xs',
})
