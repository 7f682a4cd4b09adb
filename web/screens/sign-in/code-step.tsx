import { useState } from 'react'
import { css } from 'styled-system/css'
import { METHOD_SWITCH_SECONDS, SIGN_IN_CODE_SECONDS } from '@tocsin/core/base/constants'
import type { ApiError } from '@tocsin/core/base/errors'
import { isSpent, verificationSentence } from '../../notices/sentence'
import { sendCode, verifyCode } from '../../data/sign-in'
import { SignedOutLayout, entranceForm } from '../../entrance/signed-out-layout'
import { FailureBox } from '../../ui/notice-box'
import { CodeField } from '../../secrets/code-field'
import { useCodeForm } from '../../secrets/use-code-form'
import { useT } from '../../words'
import { Button } from '../../ui/button'
import { useSecondsUntil } from '../../ui/use-seconds-until'
import { CodeClock } from './code-clock'
import { srOnly } from '../../ui/sr-only'

type Props = {
  username: string
  /** The methods that can send a code; the first one sent it. */
  methods: readonly string[]
  onDone: () => void
  /** Goes back to the password, by choice or because the first step is no longer valid. */
  onBack: (failure?: ApiError) => void
}

/** Errors that leave nothing to verify. */
const OVER = new Set(['MISSING_MFA_TOKEN', 'INVALID_AUTHORIZATION_HEADER', 'INVALID_USER'])

const after = (seconds: number) => Date.now() + seconds * 1000

/** The second step of a sign-in: the code that was sent, another one, or the other method. */
export default function CodeStep({ username, methods, onDone, onBack }: Props) {
  const t = useT()
  const [method, setMethod] = useState(methods[0] ?? 'email')
  const [until, setUntil] = useState(() => after(SIGN_IN_CODE_SECONDS))
  const [lockedUntil, setLockedUntil] = useState(0)
  const locked = useSecondsUntil(lockedUntil)
  const { run, busy, button, failure, retry, sent, tellSent, onSubmit, field } = useCodeForm(
    async (code) => {
      await verifyCode(code)
      onDone()
    },
    (error) => {
      const isOver = OVER.has(error.code)
      if (isOver) onBack(error)
      return isOver
    },
  )
  const send = (by: string) =>
    run(
      async () => {
        const isSwitch = by !== method
        setMethod(await sendCode(by))
        if (isSwitch) setLockedUntil(after(METHOD_SWITCH_SECONDS))
        setUntil(after(SIGN_IN_CODE_SECONDS))
        tellSent()
      },
      ({ retryAfter = 0 }) => {
        if (by !== method && retryAfter > 0) setLockedUntil(Date.now() + retryAfter)
      },
    )

  return (
    <SignedOutLayout title={t('signIn.code.title')} lead={t(`signIn.code.lead.${method}`, { username })}>
      <form className={entranceForm} noValidate aria-labelledby="entrance" onSubmit={onSubmit}>
        {failure !== null && <FailureBox error={failure} sentence={verificationSentence} onRetry={retry} />}
        <output className={sent ? lead : srOnly}>{sent ? t(`signIn.code.sent.${method}`) : ''}</output>
        <CodeField {...field} label={t('signIn.code.label')} />
        <CodeClock until={isSpent(failure) ? 0 : until}>
          <Button size="small" icon="refreshCw" onClick={() => void send(method)}>
            {t('signIn.code.resend')}
          </Button>
        </CodeClock>
        <Button ref={button} look="primary" type="submit" busy={busy} keys={['↵']}>
          {t('signIn.code.submit')}
        </Button>
        <div className={ways}>
          <Button look="quiet" icon="chevronLeft" onClick={() => onBack()}>
            {t('signIn.code.back')}
          </Button>
          {methods
            .filter((one) => one !== method)
            .map((one) => (
              <Button
                key={one}
                look="quiet"
                icon={one === 'phone' ? 'smartphone' : 'mail'}
                blocked={locked > 0 ? t('signIn.code.locked', { count: locked }) : null}
                onClick={() => void send(one)}
              >
                {t(`signIn.code.switchTo.${one}`)}
              </Button>
            ))}
        </div>
      </form>
    </SignedOutLayout>
  )
}

const lead = css({ color: 'fg.muted', overflowWrap: 'anywhere' })
const ways = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '2' })
