import { useRef, useState } from 'react'
import { css } from 'styled-system/css'
import { ApiError } from '@tocsin/core/base/errors'
import { liveSetupToken, type Person } from '@tocsin/core/api/profile'
import { tellOnArrival } from '../../notices/arrival'
import { toast } from '../../notices/toast'
import { useAccount } from '../../data/account'
import { Dialog } from '../../ui/dialog'
import { useT } from '../../words'
import { keepPerson } from './keep-person'
import { AddressStep } from './mfa-address-step'
import { CodeStep } from './mfa-code-step'
import { VERIFICATION_HREF } from '../../navigation/verification'
import { wantsReload, type Goal } from './mfa-goal'
import { PasswordStep } from './mfa-password-step'
import { SelectStep } from './mfa-select-step'

type Step = { at: 'password' | 'address' | 'code' | 'select'; address: string }

/** The set-up of a method in steps, with the token that the server issues for the password (MFA-10 and following). */
export function MfaDialog({ person, goal, onClose }: { person: Person; goal: Goal; onClose: () => void }) {
  const t = useT()
  const account = useAccount()
  const { kind, method } = goal
  // The server reports a token that expires while the dialog is open.
  const [opened] = useState(Date.now)
  const live = liveSetupToken(account, opened + (account.serverAhead ?? 0))
  const first = kind === 'setUp' ? 'address' : 'select'
  const [step, setStep] = useState<Step>({ at: live === null ? 'password' : first, address: person[method] ?? '' })
  const initialButton = useRef<HTMLButtonElement>(null)
  const [failure, setFailure] = useState<unknown>(null)
  // While the token lives the password is not asked for, and is no step.
  const [asksPassword, setAsksPassword] = useState(live === null)
  const further: Step['at'][] = kind === 'setUp' ? ['address', 'code', 'select'] : ['select']
  const steps = asksPassword ? (['password', ...further] as const) : further
  const go = (at: Step['at'], address = step.address) => {
    setFailure(null)
    setStep({ at, address })
  }
  /** Handles an expired token: asks for the password once more, and keeps all other input. */
  const refused = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || error.code !== 'MISSING_TOKEN') return false
    setFailure(error)
    setAsksPassword(true)
    setStep({ at: 'password', address: step.address })
    return true
  }
  const selected = (after: Person) => {
    const text = `accounts.mfa.${kind === 'disable' ? 'disabled' : 'enabled'}.${method}`
    onClose()
    if (wantsReload(person, after)) {
      tellOnArrival({ key: text, values: {}, line: lineOf(goal) })
      // The page comes back to the methods, not to its top.
      history.replaceState(history.state, '', VERIFICATION_HREF)
      location.reload()
      return
    }
    keepPerson(after)
    toast({ tone: 'done', text: (say) => say(text), line: lineOf(goal) })
  }
  const verified = (after: Person) => {
    keepPerson(after)
    toast({ tone: 'done', text: (say) => say('profile.told.verified', { address: step.address }) })
    if (after.mfaMethod.includes(method)) onClose()
    else go('select')
  }
  const token = live ?? ''
  return (
    <Dialog
      open
      title={t(`profile.dialog.${kind}.${method}`)}
      description={
        <span className={count}>
          {t('profile.dialog.step', { at: steps.indexOf(step.at) + 1, total: steps.length })}
        </span>
      }
      onClose={onClose}
      initialFocus={() => initialButton.current}
    >
      {step.at === 'password' && (
        <PasswordStep person={person} failure={failure} onDone={() => go(first)} onClose={onClose} />
      )}
      {step.at === 'address' && (
        <AddressStep
          person={person}
          method={method}
          token={token}
          start={step.address}
          onRefused={refused}
          onSent={(address) => go('code', address)}
          onClose={onClose}
        />
      )}
      {step.at === 'code' && (
        <CodeStep
          person={person}
          method={method}
          token={token}
          address={step.address}
          onRefused={refused}
          onVerified={verified}
          onBack={() => go('address')}
        />
      )}
      {step.at === 'select' && (
        <SelectStep
          person={person}
          goal={goal}
          token={token}
          address={step.address}
          onRefused={refused}
          onSelected={selected}
          onClose={onClose}
          initialButton={initialButton}
        />
      )}
    </Dialog>
  )
}

const lineOf = ({ kind, method }: Goal) => `tocsin profile mfa ${kind === 'disable' ? 'disable' : 'enable'} ${method}`

const count = css({ textStyle: 'small' })
