import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { css } from 'styled-system/css'
import { lostSessionAtom } from '../../data/account'
import { noticeAtom, signInWith } from '../../data/sign-in'
import { entranceForm } from '../../entrance/signed-out-layout'
import { FailureBox } from '../../ui/notice-box'
import { addFocusHome } from '../../ui/focus'
import { PasswordField } from '../../secrets/password-field'
import { store } from '../../store'
import { useT } from '../../words'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { input } from '../../ui/input-look'
import { sentence } from './sentence'

const ForgotDialog = lazy(() => import('./forgot-dialog'))

export type Typed = { username: string; password: string }
type Props = {
  typed: Typed
  onType: (typed: Typed) => void
  onDone: () => void
  /** Called if a code is needed as well. The server has sent it by the first of these methods. */
  onCode: (methods: readonly string[]) => void
}

/** The form of the username and password. */
export function PasswordStep({ typed, onType, onDone, onCode }: Props) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [forgot, setForgot] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const forgotLink = useRef<HTMLButtonElement>(null)
  const wasForgot = useRef(false)
  useEffect(() => addFocusHome(() => nameField.current), [])
  useEffect(() => nameField.current?.focus(), [])

  // The link that opened the dialog takes the focus again, however the dialog closed.
  useEffect(() => {
    if (!forgot && wasForgot.current) forgotLink.current?.focus()
    wasForgot.current = forgot
  }, [forgot])

  const submit = async () => {
    if (busy) return
    // A password manager may have filled fields without a key event.
    const given = { username: (nameField.current?.value ?? '').trim(), password: passwordField.current?.value ?? '' }
    const empty = {
      ...(given.username ? {} : { username: t('signIn.needed.username') }),
      ...(given.password ? {} : { password: t('signIn.needed.password') }),
    }
    setMissing(empty)
    setFailure(null)
    store.set(noticeAtom, null)
    store.set(lostSessionAtom, null)
    if (empty.username) return nameField.current?.focus()
    if (empty.password) return passwordField.current?.focus()
    setBusy(true)
    try {
      const methods = await signInWith(given.username, given.password)
      onType(given)
      if (methods) onCode(methods)
      else onDone()
    } catch (error) {
      setFailure(error)
      passwordField.current?.focus()
      passwordField.current?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={entranceForm}
      noValidate
      aria-labelledby="entrance"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      {failure !== null && <FailureBox error={failure} sentence={sentence} onRetry={() => void submit()} />}
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
            value={typed.username}
            onChange={({ target }) => onType({ ...typed, username: target.value })}
          />
        )}
      </Field>
      <div className={withLink}>
        <PasswordField
          ref={passwordField}
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          problem={missing.password}
          value={typed.password}
          onChange={(password) => onType({ ...typed, password })}
        />
        <button ref={forgotLink} type="button" className={link} onClick={() => setForgot(true)}>
          {t('signIn.forgot.open')}
        </button>
      </div>
      <Button look="primary" type="submit" busy={busy} keys={['↵']}>
        {t('signIn.submit')}
      </Button>
      {forgot && (
        <Suspense>
          <ForgotDialog username={typed.username.trim()} onClose={() => setForgot(false)} />
        </Suspense>
      )}
    </form>
  )
}

// The link is beside the label, but after the field in the tab order, so that Tab goes from the name to the password.
const withLink = css({ position: 'relative' })
const link = css({
  position: 'absolute',
  insetInlineEnd: '0',
  top: '0',
  color: 'accent.fg',
  fontWeight: 'medium',
  cursor: 'pointer',
  borderRadius: 'xs',
  _hover: { textDecoration: 'underline', textUnderlineOffset: '[3px]' },
})
