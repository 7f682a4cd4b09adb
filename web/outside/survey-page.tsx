import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '@tocsin/core/base/errors'
import { hasAttachments, hasPattern } from '../forms/answers'
import { loadPatterns } from '@tocsin/core/form/patterns'
import { currentLocale } from '../preferences'
import type { SurveyAttaching } from './attachments'
import { mount } from './mount'
import { NotFound } from './not-found'
import { Failure, Heading, Loading, Message, Page, type Who } from './page'
import { readSurvey, type OpenSurvey, type SurveyAddress } from './survey-calls'
import { SurveyForm } from './survey-form'
import { Thanks } from './thanks'
import { useWhen, useWords } from './words'

type State =
  | { is: 'loading' | 'missing' | 'expired' }
  | { is: 'failed'; error: unknown }
  | { is: 'open'; survey: OpenSurvey; attaching: SurveyAttaching | undefined }
  | { is: 'closed' | 'sent'; survey: OpenSurvey | undefined }
  | { is: 'answered'; survey: OpenSurvey; at: string }

/** The time for which the page says that the answer was sent, before it leads to the last page, in milliseconds. */
const TOLD = 1_500

/** Shows a survey, whose first request is on its way: from loading to the page of thanks (PUB-07). */
export const showSurvey = (address: SurveyAddress, first: Reading): void =>
  mount(<SurveyPage address={address} first={first} />)

type Reading = ReturnType<typeof readSurvey>

function SurveyPage({ address, first }: { address: SurveyAddress; first: Reading }) {
  const t = useWords()
  const when = useWhen()
  const [state, setState] = useState<State>({ is: 'loading' })

  useEffect(() => void stateOf(first, address).then(setState), [first, address])
  const again = useCallback(() => {
    setState({ is: 'loading' })
    void stateOf(readSurvey(address), address).then(setState)
  }, [address])
  const isOffline = state.is === 'failed' && state.error instanceof ApiError && state.error.status === 0
  useEffect(() => {
    if (!isOffline) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isOffline, again])
  useEffect(() => {
    if (state.is !== 'sent') return
    const timer = setTimeout(() => {
      // Without a network this page stays, which says the same.
      if (navigator.onLine) location.replace(`/static/surveys/finish?locale=${currentLocale()}`)
    }, TOLD)
    return () => clearTimeout(timer)
  }, [state.is])

  switch (state.is) {
    case 'loading':
      return <Loading title={t('survey')} />
    case 'missing':
      return <NotFound />
    case 'expired':
      return <Message title={t('expired')} text={<p>{t('expiredText')}</p>} />
    case 'closed':
      return <Message title={t('closed')} text={<p>{t('closedText')}</p>} who={whoAsks(state.survey)} />
    case 'answered':
      return (
        <Message
          title={t('answered')}
          text={<p>{t('answeredText', { when: when(state.at) })}</p>}
          who={whoAsks(state.survey)}
        />
      )
    case 'sent':
      return <Thanks who={whoAsks(state.survey)} sent />
    case 'failed':
      return (
        <Page title={t('survey')}>
          <Heading focusOn>{t('survey')}</Heading>
          <Failure error={state.error} lead={t('failed')} onRetry={again} />
        </Page>
      )
    case 'open': {
      const { survey, attaching } = state
      return (
        <SurveyForm
          survey={survey}
          attaching={attaching}
          address={address}
          who={whoAsks(state.survey)}
          onSent={({ again, createdAt }) =>
            setState(again ? { is: 'answered', survey, at: createdAt } : { is: 'sent', survey })
          }
          onClosed={() => setState({ is: 'closed', survey })}
        />
      )
    }
  }
}

/** Returns who asks the questions of a survey. */
const whoAsks = (survey: OpenSurvey | undefined): Who =>
  survey && { name: survey.clientName, place: survey.siteName ?? undefined }

/**
 * Returns what a reading of the survey leads to. A survey with patterns waits for their engine, if that can be loaded, and
 * one with attachments for what takes them.
 */
async function stateOf(read: Reading, address: SurveyAddress): Promise<State> {
  try {
    const survey = await read
    if (!survey) return { is: 'missing' }
    if (survey.answeredAt !== null) return { is: 'answered', survey, at: survey.answeredAt }
    if (!survey.active) return { is: 'closed', survey }
    if (hasPattern(survey.config)) await loadPatterns().catch(() => {})
    return { is: 'open', survey, attaching: hasAttachments(survey.config) ? await loadAttaching(address) : undefined }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : -1
    if (status === 401 || status === 403) return { is: 'expired' }
    if (status === 410) return { is: 'closed', survey: undefined }
    // A number of a profile that is none is refused as a bad parameter.
    if (status === 404 || status === 400) return { is: 'missing' }
    return { is: 'failed', error }
  }
}

async function loadAttaching(address: SurveyAddress): Promise<SurveyAttaching> {
  const { attachingTo } = await import('./attachments').catch(() => {
    throw new ApiError({ status: 0, code: 'NETWORK_ERROR' })
  })
  return attachingTo(address)
}
