import { useState } from 'react'
import { css } from 'styled-system/css'
import { validateResetCode } from '@tocsin/core/api/sign-in'
import { sentenceOf } from '../../notices/sentence'
import { openHttp } from '../../data/api'
import { nextResetRequest, requestReset } from '../../data/reset-request'
import type { Notice } from '../../data/sign-in'
import { SignedOutLayout, entranceForm } from '../../entrance/signed-out-layout'
import { FailureBox } from '../../ui/notice-box'
import { CodeField } from '../../secrets/code-field'
import { useCodeForm } from '../../secrets/use-code-form'
import { useT } from '../../words'
import { Button } from '../../ui/button'
import { useSecondsUntil } from '../../ui/use-seconds-until'
import { srOnly } from '../../ui/sr-only'

type Props = {
  username: string
  /** Called with the token that the code was exchanged for. */
  onToken: (token: string) => void
  /** Called once a link is mailed instead of a code. */
  onMailed: (notice: Notice) => void
}

/** Asks for the code from the phone; sends another on request (RESET-05, RESET-06). */
export function CodeStep({ username, onToken, onMailed }: Props) {
  const t = useT()
  const [waitUntil, setWaitUntil] = useState(nextResetRequest)
  const wait = useSecondsUntil(waitUntil)
  const { run, busy, button, failure, retry, sent, tellSent, onSubmit, field } = useCodeForm(async (code) =>
    onToken(await validateResetCode(openHttp, username, code)),
  )
  const request = () =>
    run(
      async () => {
        const { sentTo } = await requestReset(username)
        if (sentTo === 'email') return onMailed({ tone: 'done', text: (say) => say('notices.passwordRecoverySuccess') })
        setWaitUntil(nextResetRequest())
        tellSent()
      },
      ({ retryAfter = 0 }) => setWaitUntil(Date.now() + retryAfter),
    )

  return (
    <SignedOutLayout title={t('passwordReset.title')} lead={t('passwordReset.code.lead', { username })}>
      <form className={entranceForm} noValidate aria-labelledby="entrance" onSubmit={onSubmit}>
        {failure !== null && <FailureBox error={failure} sentence={sentenceOf} onRetry={retry} />}
        <output className={sent ? lead : srOnly}>{sent ? t('passwordReset.code.sent') : ''}</output>
        <CodeField {...field} label={t('passwordReset.code.label')} />
        <Button ref={button} look="primary" type="submit" busy={busy} keys={['↵']}>
          {t('passwordReset.code.submit')}
        </Button>
        <Button
          look="quiet"
          icon="refreshCw"
          blocked={wait > 0 ? t('passwordReset.code.wait', { count: wait }) : null}
          onClick={() => void request()}
        >
          {t('passwordReset.code.resend')}
        </Button>
      </form>
    </SignedOutLayout>
  )
}

const lead = css({ color: 'fg.muted', overflowWrap: 'anywhere' })
