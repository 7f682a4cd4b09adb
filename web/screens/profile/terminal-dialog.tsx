import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { css } from 'styled-system/css'
import {
  answerTerminalRequest,
  findTerminalRequest,
  shownCode,
  terminalCode,
  type TerminalRequest,
} from '@tocsin/core/api/terminal-sign-in'
import type { Person } from '@tocsin/core/api/profile'
import { sentenceOf } from '../../notices/sentence'
import { toast } from '../../notices/toast'
import { http } from '../../data/api'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { CodeField } from '../../secrets/code-field'
import { Button } from '../../ui/button'
import { Dialog, DialogButtons } from '../../ui/dialog'
import { FailureBox, NoticeBox } from '../../ui/notice-box'
import { useT } from '../../words'
import { stepForm } from './step-look'
import { useSaveKey } from './use-save-key'
import { useSmallForm } from './use-small-form'

type Props = {
  person: Person
  /** The code of the link that the terminal shows; empty if the person types it. */
  code: string
  onAllowed: () => void
  onClose: () => void
}

/** Signs a terminal in: asks for the code that it shows, then whether it may act as this person. */
export function TerminalDialog({ person, code, onAllowed, onClose }: Props) {
  const t = useT()
  const [request, setRequest] = useState<TerminalRequest | null>(null)
  return (
    <Dialog open title={t('profile.terminal.title')} onClose={onClose}>
      {request ? (
        <Answer person={person} request={request} onAllowed={onAllowed} onClose={onClose} />
      ) : (
        <AskCode code={code} onFound={setRequest} onClose={onClose} />
      )}
    </Dialog>
  )
}

type AskCodeProps = { code: string; onFound: (request: TerminalRequest) => void; onClose: () => void }

function AskCode({ code, onFound, onClose }: AskCodeProps) {
  const t = useT()
  const saveKey = useSaveKey('overlay')
  const form = useSmallForm({
    fields: terminalCode,
    start: { code },
    labels: { code: t('profile.terminal.code') },
    send: async (given) => onFound(await findTerminalRequest(http, given.code)),
  })
  const { focus, submit } = form
  // The layout effect moves the focus before `guardFocus` finds that the focused element is gone.
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the step is shown
  useLayoutEffect(() => focus('code'), [])
  const begun = useRef(false)
  useEffect(() => {
    if (code === '' || begun.current) return
    begun.current = true
    void submit()
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the code of the link
  }, [])
  return (
    <form {...saveKey} className={stepForm} noValidate onSubmit={form.onSubmit}>
      <p>{t('profile.terminal.lead')}</p>
      {form.failure !== null && (
        <FailureBox error={form.failure} sentence={codeSentence} onRetry={() => void form.submit()} />
      )}
      <CodeField {...form.field('code')} />
      <DialogButtons>
        <Button keys={['Esc']} onClick={onClose}>
          {t('acts.cancel')}
        </Button>
        <Button look="primary" type="submit" busy={form.busy} keys={['↵']}>
          {t('profile.terminal.next')}
        </Button>
      </DialogButtons>
    </form>
  )
}

type AnswerProps = Omit<Props, 'code'> & { request: TerminalRequest }

function Answer({ person, request, onAllowed, onClose }: AnswerProps) {
  const t = useT()
  const { locale } = usePreferences()
  const [busy, setBusy] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const shown = useRef<HTMLParagraphElement>(null)
  // No button has the focus at first: an Enter that was meant for the code must not let a terminal in.
  useLayoutEffect(() => shown.current?.focus(), [])
  const last = useRef(false)
  const answer = async (allow: boolean) => {
    if (busy !== null) return
    last.current = allow
    setBusy(allow)
    setFailure(null)
    try {
      await answerTerminalRequest(http, request.code, allow)
    } catch (error) {
      setBusy(null)
      return setFailure(error)
    }
    onClose()
    if (allow) onAllowed()
    toast({ tone: 'done', text: (say) => say(allow ? 'profile.terminal.allowed' : 'profile.terminal.denied') })
  }
  const { username } = person
  const made = dateText(request.createdAt, locale)
  return (
    <div className={stepForm}>
      {failure !== null && (
        <FailureBox error={failure} sentence={codeSentence} onRetry={() => void answer(last.current)} />
      )}
      <p>{t('profile.terminal.question', { username, made })}</p>
      <p className={big} ref={shown} tabIndex={-1}>
        {shownCode(request.code)}
      </p>
      {request.sameNetwork ? (
        <p>{t('profile.terminal.sameNetwork')}</p>
      ) : (
        <NoticeBox tone="warning">{t('profile.terminal.otherNetwork')}</NoticeBox>
      )}
      <DialogButtons>
        <Button busy={busy === false} onClick={() => void answer(false)}>
          {t('profile.terminal.deny')}
        </Button>
        <Button look="primary" busy={busy === true} onClick={() => void answer(true)}>
          {t('profile.terminal.allow')}
        </Button>
      </DialogButtons>
    </div>
  )
}

/** Returns the sentence for a failure; a code that is not found is explained as one. */
const codeSentence: typeof sentenceOf = (error, t) =>
  error instanceof Object && 'code' in error && error.code === 'NOT_FOUND'
    ? t('profile.terminal.unknown')
    : sentenceOf(error, t)

const big = css({ fontFamily: 'mono', fontSize: 'lg', letterSpacing: '[0.2em]' })
