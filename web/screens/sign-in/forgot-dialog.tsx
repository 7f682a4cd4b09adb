import { useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { css } from 'styled-system/css'
import { sentenceOf } from '../../notices/sentence'
import { requestReset } from '../../data/reset-request'
import { noticeAtom } from '../../data/sign-in'
import { FailureBox } from '../../ui/notice-box'
import { store } from '../../store'
import { useT } from '../../words'
import { Button } from '../../ui/button'
import { Dialog, DialogButtons } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { input } from '../../ui/input-look'

const sentence = (error: unknown, t: Translate) => `${t('notices.passwordRecoveryError')} ${sentenceOf(error, t)}`

/** Asks for a new password: sends a link by mail, or leads to the page for the code from the phone. */
export default function ForgotDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const t = useT()
  const [, navigate] = useLocation()
  const [name, setName] = useState(username)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const field = useRef<HTMLInputElement>(null)

  const submit = async () => {
    if (busy) return
    const given = (field.current?.value ?? '').trim()
    setMissing(given === '')
    setFailure(null)
    if (given === '') return field.current?.focus()
    setBusy(true)
    try {
      const { sentTo } = await requestReset(given)
      onClose()
      if (sentTo === 'email')
        store.set(noticeAtom, { tone: 'done', text: (say) => say('notices.passwordRecoverySuccess') })
      else navigate(`/password-reset/code?user=${encodeURIComponent(given)}`)
    } catch (error) {
      setFailure(error)
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title={t('signIn.forgot.title')}
      description={t('signIn.forgot.lead')}
      onClose={onClose}
      closable={!busy}
      initialFocus={() => field.current}
    >
      <form
        className={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          // The card below is a form too, and React would pass the event on to it.
          event.stopPropagation()
          void submit()
        }}
      >
        {failure !== null && <FailureBox error={failure} sentence={sentence} onRetry={() => void submit()} />}
        <Field label={t('signIn.username')} problem={missing ? t('signIn.needed.username') : null}>
          {(control) => (
            <input
              {...control}
              ref={field}
              className={input()}
              name="forgotten"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={name}
              // Typing replaces the name that came from the sign-in.
              onFocus={({ target }) => target.select()}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <DialogButtons>
          <Button onClick={onClose}>{t('signIn.forgot.cancel')}</Button>
          <Button look="primary" type="submit" busy={busy}>
            {t('signIn.forgot.submit')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const form = css({ display: 'grid', gap: '4' })
