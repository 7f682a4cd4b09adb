import { useEffect, useRef, useState, type FormEvent } from 'react'
import { css } from 'styled-system/css'
import { requestPasswordReset, validateResetCode } from '@tocsin/core/auth'
import { ApiError } from '@tocsin/core/errors'
import { sentenceOf } from '../../acts/sentence'
import { openHttp } from '../../data/api'
import type { Notice } from '../../data/sign-in'
import { Entrance, entranceForm } from '../../entrance/entrance'
import { FailureBox } from '../../entrance/notice-box'
import { addFocusHome } from '../../navigation/focus'
import { CodeField } from '../../secrets/code-field'
import { useT } from '../../words'
import { Button } from '../../ui/button'
import { useSecondsUntil } from '../../ui/use-seconds'

type Props = {
  username: string
  /** What the code was worth. */
  onToken: (token: string) => void
  /** By now a link is mailed instead of a code. */
  onMailed: (notice: Notice) => void
}

/** The code from the phone, and another one for who did not get it (RESET-05, RESET-06). */
export function CodeStep({ username, onToken, onMailed }: Props) {
  const t = useT()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [sent, setSent] = useState(false)
  const [waitUntil, setWaitUntil] = useState(0)
  const wait = useSecondsUntil(waitUntil)
  const again = useRef(() => {})
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => addFocusHome(() => (field.current?.disabled ? button.current : field.current)), [])
  useEffect(() => {
    if (!busy) field.current?.select()
  }, [busy])

  const run = async (work: () => Promise<void>, failed?: (error: ApiError) => void) => {
    if (busy) return
    again.current = () => void run(work, failed)
    setFailure(null)
    setMissing(false)
    setSent(false)
    // A field that is disabled cannot keep the focus.
    button.current?.focus()
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError) failed?.(error)
      setFailure(error)
    }
    setBusy(false)
  }
  const validate = () => {
    if (code === '') {
      setMissing(true)
      return field.current?.focus()
    }
    void run(async () => onToken(await validateResetCode(openHttp, username, code)))
  }
  const request = () =>
    run(
      async () => {
        const { sentTo } = await requestPasswordReset(openHttp, username)
        if (sentTo === 'email') return onMailed({ tone: 'done', text: (say) => say('notices.passwordRecoverySuccess') })
        setCode('')
        setSent(true)
      },
      ({ retryAfter = 0 }) => setWaitUntil(Date.now() + retryAfter),
    )

  return (
    <Entrance title={t('passwordReset.title')} lead={t('passwordReset.code.lead', { username })}>
      <form
        className={entranceForm}
        noValidate
        aria-labelledby="entrance"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          validate()
        }}
      >
        {failure !== null && <FailureBox error={failure} sentence={sentenceOf} onRetry={() => again.current()} />}
        <output className={sent ? lead : heard}>{sent ? t('passwordReset.code.sent') : ''}</output>
        <CodeField
          ref={field}
          label={t('passwordReset.code.label')}
          value={code}
          onChange={setCode}
          problem={missing ? t('secrets.codeNeeded') : null}
          disabled={busy}
        />
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
    </Entrance>
  )
}

const lead = css({ color: 'fg.muted', overflowWrap: 'anywhere' })
const heard = css({ srOnly: true })
