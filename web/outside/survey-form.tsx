import { useEffect, useRef, useState } from 'react'
import { css } from 'styled-system/css'
import { ApiError } from '@tocsin/core/base/errors'
import type { Answers } from '@tocsin/core/form/query'
import { namesOf } from '../forms/answers'
import { focusAnswer } from '../forms/focus-answer'
import { FormView } from '../forms/form-view'
import { sentenceOf } from '../forms/sentence'
import { useAnswers } from '../forms/use-answers'
import { useFormWords } from '../forms/words'
import { Icon } from '../ui/icon'
import { Outline } from '../ui/outline'
import { useLatest } from '../ui/use-latest'
import type { SurveyAttaching } from './attachments'
import { ARROW_LEFT, ARROW_RIGHT, WIFI_OFF } from './outlines'
import { Failure, Heading, mainButton, Page, plainButton, type Who } from './page'
import { sendAnswers, type OpenSurvey, type Received, type SurveyAddress } from './survey-calls'
import { useOnline } from './use-online'
import { useWords } from './words'

type Props = {
  survey: OpenSurvey
  attaching: SurveyAttaching | undefined
  address: SurveyAddress
  who: Who
  onSent: (received: Received) => void
  onClosed: () => void
}

/**
 * An answer on its way: sent now, kept until its files have arrived or until there is a network, or refused. One that is sent
 * once more still waits.
 */
type Sending =
  | { is: 'idle' | 'sending' }
  | { is: 'attaching' | 'waiting'; answers: Answers }
  | { is: 'failed'; answers: Answers; error: unknown }

/** The pause before an answer that found no network is sent again, in milliseconds; `online` sends it at once. */
const PAUSE = 10_000

/** The questions of a survey, page by page. */
export function SurveyForm({ survey, attaching, address, who, onSent, onClosed }: Props) {
  const t = useWords()
  const formWords = useFormWords()
  const isOnline = useOnline()
  const form = useAnswers(survey.config)
  const { page, pages, problems, next, goTo, refuse, setAnswer } = form
  const [sending, setSending] = useState<Sending>({ is: 'idle' })
  const [moves, setMoves] = useState(0)
  const content = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  /** The answers, as JSON, that may have arrived without a receipt. */
  const mayHaveArrived = useRef(new Set<string>())
  const onItsWay = useRef<AbortController>(undefined)
  const title = survey.config.title || survey.name

  const furthest = useRef(0)
  useEffect(() => {
    // The entries of an earlier visit to this address lead to pages that are not filled in.
    history.replaceState({ page: 0 }, '')
    const turn = ({ state }: PopStateEvent) => {
      const to = Number((state as { page?: unknown } | null)?.page ?? 0)
      goTo(Math.min(to, furthest.current))
      setMoves((before) => before + 1)
    }
    addEventListener('popstate', turn)
    return () => removeEventListener('popstate', turn)
  }, [goTo])
  const turnTo = (to: number) => {
    furthest.current = Math.max(furthest.current, to)
    history.pushState({ page: to }, '')
    setMoves((before) => before + 1)
  }

  /** The answer that takes the focus once its page is drawn. */
  const [wanted, setWanted] = useState<{ name: string }>()
  useEffect(() => {
    if (wanted && content.current) focusAnswer(content.current, wanted.name)
  }, [wanted])
  const show = (name: string) => setWanted({ name })

  /** Shows what the server refused at its questions. Returns whether there was such a question. */
  const showRefused = (error: ApiError): boolean => {
    const sentences = new Map<string, string>()
    for (const { field = '', message, values } of error.fields) {
      const name = field.replace(/^data\./, '')
      const asked = survey.config.fields.find((one) => namesOf(one).includes(name))
      const { said, ...rest } = values ?? {}
      const problem = { field: name, key: message, values: rest, ...(typeof said === 'string' ? { said } : {}) }
      if (asked) sentences.set(name, sentenceOf(problem, asked, formWords))
    }
    const [first] = sentences.keys()
    if (first === undefined) return false
    const at = refuse(sentences)
    if (at !== page) turnTo(at)
    show(first)
    return true
  }

  /** Returns the answers with the addresses of their files; undefined while these are on their way, or if one failed. */
  const addressed = (answers: Answers): Answers | undefined => {
    const files = attaching?.uploads.whole(answers) ?? { is: 'whole', answers }
    if (files.is === 'whole') return files.answers
    if (files.is === 'failed') {
      setSending({ is: 'idle' })
      const at = refuse(new Map([[files.name, formWords('problems.noFile')]]))
      if (at !== page) turnTo(at)
      show(files.name)
    } else setSending({ is: 'attaching', answers })
    return undefined
  }

  const send = async (given: Answers) => {
    onItsWay.current?.abort()
    const answers = addressed(given)
    if (!answers) return
    if (!navigator.onLine) {
      setSending({ is: 'waiting', answers })
      return
    }
    // The form of an answer that waits stays open: a locked one would drop the focus.
    if (sending.is !== 'waiting') setSending({ is: 'sending' })
    const { signal } = (onItsWay.current = new AbortController())
    const text = JSON.stringify(answers)
    try {
      const received = await sendAnswers(address, answers, signal)
      const sent = mayHaveArrived.current
      // The answer that the server has is this one only if no other was ever sent.
      onSent({ ...received, again: received.again === true && !(sent.size === 1 && sent.has(text)) })
    } catch (error) {
      const { status } = error instanceof ApiError ? error : { status: -1 }
      // A gateway also loses receipts: only a refusal says that nothing was stored.
      if (status < 400 || status >= 500) mayHaveArrived.current.add(text)
      if (signal.aborted) return
      if (status === 410) onClosed()
      else if (status === 0) setSending({ is: 'waiting', answers })
      else if (error instanceof ApiError && status === 400 && showRefused(error)) setSending({ is: 'idle' })
      else setSending({ is: 'failed', answers, error })
    }
  }
  const latest = useLatest(send)

  useEffect(() => {
    if (sending.is !== 'waiting') return
    const again = () => void latest()(sending.answers)
    const timer = setTimeout(again, PAUSE)
    addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [sending, latest])
  const uploads = attaching?.uploads
  useEffect(() => {
    if (sending.is !== 'attaching') return
    return uploads?.subscribe(() => {
      const { is } = uploads.whole(sending.answers)
      if (is === 'whole' || is === 'failed') void latest()(sending.answers)
    })
  }, [sending, uploads, latest])
  const isKept = sending.is !== 'idle'
  useEffect(() => {
    if (!isKept) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isKept])

  const isBusy = sending.is === 'sending' || sending.is === 'attaching' || sending.is === 'waiting'
  const go = () => {
    if (isBusy) return
    const step = next()
    if (step.to === 'problem') {
      if (step.page !== page) turnTo(step.page)
      show(step.name)
    } else if (step.to === 'page') turnTo(step.page)
    else void send(step.answers)
  }
  const answer = (name: string, value: unknown) => {
    // A changed answer is not the one that waits or is on its way.
    onItsWay.current?.abort()
    setSending({ is: 'idle' })
    setAnswer(name, value)
  }

  const names = new Set(form.fields.flatMap(namesOf))
  const wrong = [...problems.keys()].filter((name) => names.has(name))
  const isLast = page >= pages.length - 1
  const pageText = t('page', { page: page + 1, pages: pages.length })
  return (
    <Page
      title={title}
      who={who}
      notice={
        (!isOnline || sending.is === 'waiting') && (
          <span className={offline}>
            <Outline path={WIFI_OFF} />
            <span>
              <b>{t('offlineLead')}</b> {t('offlineRest')}
            </span>
          </span>
        )
      }
      foot={
        <>
          {wrong.length > 0 && (
            <button type="button" className={toFix} onClick={() => show(wrong[0]!)}>
              <Icon name="chevronUp" />
              {t('toCorrect', { count: wrong.length })}
            </button>
          )}
          <div className={buttons}>
            {page > 0 && (
              <button
                type="button"
                className={plainButton}
                aria-label={t('backTo', { page })}
                onClick={() => history.back()}
              >
                <Outline path={ARROW_LEFT} />
                {t('back')}
              </button>
            )}
            {pages.length > 0 && (
              <button type="button" ref={main} className={mainButton} aria-disabled={isBusy || undefined} onClick={go}>
                {sending.is === 'sending'
                  ? t('sending')
                  : sending.is === 'waiting'
                    ? t('waiting')
                    : sending.is === 'attaching'
                      ? t('attaching')
                      : t(isLast ? 'send' : 'continue')}
                {!isLast && <Outline path={ARROW_RIGHT} />}
              </button>
            )}
          </div>
        </>
      }
    >
      <div>
        <Heading focusOn={moves > 0 ? moves : undefined}>{title}</Heading>
        {pages.length > 1 && (
          <div className={progress}>
            <span>{pageText}</span>
            <span className={steps} aria-hidden="true">
              {pages.length <= MOST_STEPS &&
                pages.map((_, at) => <i key={at} data-done={at <= page ? '' : undefined} />)}
            </span>
          </div>
        )}
      </div>
      {pages.length === 0 && <p>{t('noQuestions')}</p>}
      <div ref={content}>
        <FormView
          form={survey.config}
          answers={form.answers}
          fields={form.fields}
          problems={problems}
          look="page"
          attaching={attaching}
          disabled={sending.is === 'sending'}
          onAnswer={answer}
        />
      </div>
      {sending.is === 'failed' && (
        <Failure
          error={sending.error}
          lead={`${t('notSent')} ${t('kept')}`}
          onRetry={() => {
            // This button goes with the failure.
            main.current?.focus()
            void send(sending.answers)
          }}
        />
      )}
    </Page>
  )
}

/** The most pages of which each has a mark. */
const MOST_STEPS = 20

const offline = css({
  display: 'flex',
  gap: '2.5',
  paddingBlock: '2.5',
  paddingInline: '4',
  background: 'warning.subtle',
  borderBottom: '1px solid token(colors.warning.border)',
  color: 'warning.fg',
  fontSize: 'md',
  lineHeight: 'md',
  '& b': { fontWeight: 'semibold' },
  '& svg': { marginTop: '0.5' },
})
const progress = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  marginTop: '2',
  color: 'fg.muted',
  fontSize: 'sm',
  lineHeight: 'sm',
})
const steps = css({
  flex: '1',
  display: 'flex',
  gap: '1',
  '& i': { flex: '1', height: '[4px]', borderRadius: 'full', background: 'border.default' },
  '& i[data-done]': { background: 'accent.solid', _forced: { background: '[Highlight]' } },
})
const toFix = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  minHeight: 'touch',
  marginTop: '[-6px]',
  color: 'danger.fg',
  fontSize: 'md',
  fontWeight: 'medium',
  cursor: 'pointer',
})
const buttons = css({ display: 'flex', gap: '2.5' })
