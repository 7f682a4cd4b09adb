import { useLayoutEffect, useState } from 'react'
import { css } from 'styled-system/css'
import { SETUP_RESEND_SECONDS, VERIFICATION_CODE_LENGTH, type MfaMethod } from '@tocsin/core/base/constants'
import { sendVerifyingCode, setupCode, verifyAddress, type Person } from '@tocsin/core/api/profile'
import { isSpent, verificationSentence } from '../../notices/sentence'
import { http } from '../../data/api'
import { FailureBox } from '../../ui/notice-box'
import { CodeField } from '../../secrets/code-field'
import { SpokenClock } from '../../secrets/spoken-clock'
import { Button } from '../../ui/button'
import { DialogButtons } from '../../ui/dialog'
import { clockText, useSecondsUntil } from '../../ui/use-seconds-until'
import { useT } from '../../words'
import { addressOf, notSent } from './mfa-address-step'
import { stepForm } from './step-look'
import { useSaveKey } from './use-save-key'
import { useSmallForm } from './use-small-form'
import { srOnly } from '../../ui/sr-only'

type Props = {
  person: Person
  method: MfaMethod
  token: string
  address: string
  onRefused: (error: unknown) => boolean
  onVerified: (after: Person) => void
  onBack: () => void
}

const waitFrom = (seconds: number) => Date.now() + seconds * 1000

/** Step 4: the code sent to the address, and another one after a wait (MFA-17, MFA-23). */
export function CodeStep({ person, method, token, address, onRefused, onVerified, onBack }: Props) {
  const t = useT()
  const saveKey = useSaveKey('overlay')
  const [until, setUntil] = useState(() => waitFrom(SETUP_RESEND_SECONDS))
  const [sending, setSending] = useState(false)
  const [sentAgain, setSentAgain] = useState(false)
  const [unsent, setUnsent] = useState<unknown>(null)
  const form = useSmallForm({
    fields: setupCode,
    start: { code: '' },
    labels: { code: t('profile.dialog.code.field') },
    send: async ({ code }) => {
      setUnsent(null)
      const isNew = address !== person[method]
      try {
        const { profile } = await verifyAddress(http, method, {
          token,
          code,
          ...(isNew ? addressOf(method, address) : {}),
        })
        onVerified(profile)
      } catch (error) {
        if (onRefused(error)) return
        form.focus('code')
        throw error
      }
    },
  })
  const wait = useSecondsUntil(isSpent(form.failure) ? 0 : until)
  const { focus } = form
  // The layout effect moves the focus before `guardFocus` finds that the focused element is gone.
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the step is shown
  useLayoutEffect(() => focus('code'), [])

  const sendAgain = async () => {
    if (sending) return
    setSending(true)
    setUnsent(null)
    setSentAgain(false)
    try {
      await sendVerifyingCode(http, method, { token, ...addressOf(method, address) })
      form.reset({ code: '' })
      setSentAgain(true)
      setUntil(waitFrom(SETUP_RESEND_SECONDS))
      // The pressed button disappears.
      form.focus('code')
    } catch (error) {
      if (!onRefused(error)) setUnsent(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <form {...saveKey} className={stepForm} noValidate onSubmit={form.onSubmit}>
      <p>{t('profile.dialog.code.lead', { length: VERIFICATION_CODE_LENGTH, address })}</p>
      {unsent !== null ? (
        <FailureBox error={unsent} sentence={notSent} onRetry={() => void sendAgain()} />
      ) : (
        form.failure !== null && (
          <FailureBox error={form.failure} sentence={verificationSentence} onRetry={() => void form.submit()} />
        )
      )}
      <CodeField {...form.field('code')} />
      {wait > 0 ? (
        <SpokenClock
          seconds={wait}
          shown={t('profile.dialog.code.wait', { time: clockText(wait) })}
          spoken={(count) => t('profile.dialog.code.heard', { count })}
        />
      ) : (
        <span>
          <Button size="small" icon="refreshCw" busy={sending} onClick={() => void sendAgain()}>
            {t('profile.dialog.code.again')}
          </Button>
        </span>
      )}
      <output className={sentAgain ? quiet : srOnly}>{sentAgain ? t('profile.dialog.code.sentAgain') : ''}</output>
      <DialogButtons>
        <Button look="quiet" icon="chevronLeft" onClick={onBack}>
          {t(`profile.dialog.code.other.${method}`)}
        </Button>
        <Button look="primary" type="submit" busy={form.busy} keys={['↵']}>
          {t('profile.dialog.code.next')}
        </Button>
      </DialogButtons>
    </form>
  )
}

const quiet = css({ textStyle: 'small', color: 'fg.muted' })
