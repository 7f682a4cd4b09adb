import { useAtomValue } from 'jotai/react'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { ApiError } from '@tocsin/core/base/errors'
import { SessionNotice } from '../../accounts/session-notice'
import { verificationSentence } from '../../notices/sentence'
import { addressToken } from '../../data/address-token'
import { profilesAtom } from '../../data/account'
import { forgetSecondStep, noticeAtom } from '../../data/sign-in'
import { SignedOutLayout } from '../../entrance/signed-out-layout'
import { NoticeBox } from '../../ui/notice-box'
import { safeRedirect } from '../../navigation/hrefs'
import { Waiting } from '../../ui/waiting'
import { store } from '../../store'
import { addWords, useT } from '../../words'
import { ContinueAs } from './continue-as'
import { messages } from './messages'
import { PasswordStep, type Typed } from './password-step'

const CodeStep = lazy(() => import('./code-step'))
const LinkStep = lazy(() => import('./link-step'))

addWords('signIn', messages)

type Step = { at: 'link'; token: string } | { at: 'password' } | { at: 'code'; methods: readonly string[] }

/**
 * The sign-in card, in its steps. The input is kept from step to step. A reloaded page begins with the password again,
 * since the token between the steps is in memory alone.
 */
export default function SignIn() {
  const t = useT()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const [typed, setTyped] = useState<Typed>({ username: '', password: '' })
  const [step, setStep] = useState<Step>(() => {
    const token = addressToken('/login')
    return token === null ? { at: 'password' } : { at: 'link', token }
  })

  const enter = () => {
    const wanted = safeRedirect(query.get('redirect'))
    // The sign-in would only show itself again.
    navigate(wanted && !/^\/login\b/i.test(wanted) ? wanted : '/', { replace: true })
  }
  const startOver = (failure?: ApiError) => {
    forgetSecondStep()
    if (failure)
      store.set(noticeAtom, {
        tone: 'warning',
        text: (say) => verificationSentence(failure, say),
        requestId: failure.requestId,
      })
    setStep({ at: 'password' })
  }

  if (step.at === 'link')
    return (
      <SignedOutLayout title={t('signIn.link.title')}>
        <Suspense fallback={<Waiting />}>
          <LinkStep
            token={step.token}
            onDone={() => navigate('/', { replace: true })}
            onFailed={() => setStep({ at: 'password' })}
          />
        </Suspense>
      </SignedOutLayout>
    )
  if (step.at === 'code')
    return (
      <Suspense
        fallback={
          <SignedOutLayout title={t('signIn.code.title')}>
            <Waiting />
          </SignedOutLayout>
        }
      >
        <CodeStep username={typed.username} methods={step.methods} onDone={enter} onBack={startOver} />
      </Suspense>
    )
  return (
    <SignedOutLayout title={t('signIn.title')} lead={t('signIn.lead')}>
      <Password typed={typed} onType={setTyped} onDone={enter} onCode={(methods) => setStep({ at: 'code', methods })} />
    </SignedOutLayout>
  )
}

type PasswordProps = {
  typed: Typed
  onType: (typed: Typed) => void
  onDone: () => void
  onCode: (methods: readonly string[]) => void
}

/** The first step: the reason for being here, the accounts signed in already, and the form. */
function Password({ typed, onType, onDone, onCode }: PasswordProps) {
  const t = useT()
  const notice = useAtomValue(noticeAtom)
  const profiles = useAtomValue(profilesAtom)
  return (
    <>
      {notice ? (
        <NoticeBox tone={notice.tone} requestId={notice.requestId}>
          <p>{notice.text(t)}</p>
        </NoticeBox>
      ) : (
        <SessionNotice />
      )}
      {profiles.length > 0 && <ContinueAs profiles={profiles} onDone={onDone} />}
      <PasswordStep typed={typed} onType={onType} onDone={onDone} onCode={onCode} />
    </>
  )
}
