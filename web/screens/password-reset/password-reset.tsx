import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { resetLinkProblem } from '@tocsin/core/api/sign-in'
import { ApiError } from '@tocsin/core/base/errors'
import { sentenceOf } from '../../notices/sentence'
import { addressToken, forgetAddressToken } from '../../data/address-token'
import { noticeAtom, type Notice } from '../../data/sign-in'
import { SignedOutLayout } from '../../entrance/signed-out-layout'
import { store } from '../../store'
import { addWords, useT } from '../../words'
import { CodeStep } from './code-step'
import { messages } from './messages'
import { NewPassword } from './new-password'

addWords('passwordReset', messages)

/** Returns the sign-in notice for a failure. */
const warning = (error: ApiError): Notice => ({
  tone: 'warning',
  text: (t) => sentenceOf(error, t),
  requestId: error.requestId,
})

/** Sets a new password after a forgotten one, by the code from the phone or by the link of the mail. */
export default function PasswordReset() {
  const [path] = useLocation()
  return path === '/password-reset/code' ? <ByCode /> : <ByLink />
}

function useLeave(): (notice: Notice) => void {
  const [, navigate] = useLocation()
  return (notice) => {
    store.set(noticeAtom, notice)
    navigate('/login', { replace: true })
  }
}

/** Asks for the code of the user in the address, then for the new password. */
function ByCode() {
  const [query] = useSearchParams()
  const leave = useLeave()
  const username = query.get('user')?.trim() ?? ''
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    if (username === '') leave({ tone: 'warning', text: (say) => say('passwordReset.needsUser') })
    // oxlint-disable-next-line react/exhaustive-deps -- it runs again only for another name
  }, [username])
  if (username === '') return null
  return token === null ? (
    <CodeStep username={username} onToken={setToken} onMailed={leave} />
  ) : (
    <Form token={token} username={username} leave={leave} />
  )
}

/** Sets a password with the token from the address, which is now in memory alone (RESET-22). */
function ByLink() {
  const leave = useLeave()
  const [token] = useState(() => addressToken('/password-reset'))
  const [problem] = useState(() => resetLinkProblem(token, Date.now()))
  useEffect(() => {
    if (problem === null) return
    forgetAddressToken()
    // A valid link has no token either after a reload, since the token is in memory alone.
    if (token === null) return leave({ tone: 'warning', text: (say) => say('passwordReset.needsLink') })
    const code = problem === 'expired' ? 'JWT_EXPIRED_PASSWORD_RESET_NO_REQUEST' : 'INVALID_RESET_TOKEN'
    leave(warning(new ApiError({ status: 401, code })))
    // oxlint-disable-next-line react/exhaustive-deps -- it runs once: the problem is that of the address that opened the page
  }, [problem])
  return problem === null ? <Form token={token ?? ''} leave={leave} /> : null
}

function Form({ token, username, leave }: { token: string; username?: string; leave: (notice: Notice) => void }) {
  const t = useT()
  return (
    <SignedOutLayout title={t('passwordReset.title')} lead={t('passwordReset.lead')}>
      <NewPassword
        token={token}
        username={username}
        onDone={() => leave({ tone: 'done', text: (say) => say('resources.users.passwordUpdated') })}
        onRefused={(error) => leave(warning(error))}
      />
    </SignedOutLayout>
  )
}
