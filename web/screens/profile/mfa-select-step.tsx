import { useLayoutEffect, useState, type RefObject } from 'react'
import { css } from 'styled-system/css'
import { selectMfa, type Person } from '@tocsin/core/api/profile'
import { verificationSentence } from '../../notices/sentence'
import { http } from '../../data/api'
import { FailureBox } from '../../ui/notice-box'
import { Button } from '../../ui/button'
import { DialogButtons } from '../../ui/dialog'
import { useT } from '../../words'
import type { Goal } from './mfa-goal'
import { stepForm } from './step-look'

type Props = {
  person: Person
  goal: Goal
  token: string
  address: string
  onRefused: (error: unknown) => boolean
  onSelected: (after: Person) => void
  onClose: () => void
  /** The button with the focus: confirm where a method is turned on, cancel where it is turned off. */
  initialButton: RefObject<HTMLButtonElement | null>
}

/** The last step: sign-in asks for codes by this method from now on, or no longer (MFA-20). */
export function SelectStep({ person, goal, token, address, onRefused, onSelected, onClose, initialButton }: Props) {
  const t = useT()
  const { kind, method } = goal
  const disable = kind === 'disable'
  const isLast = disable && person.mfaMethod.every((one) => one === method)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  useLayoutEffect(() => initialButton.current?.focus(), [initialButton])
  const select = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      onSelected((await selectMfa(http, person.id, { mfaMethod: method, disable, token })).profile)
    } catch (error) {
      if (!onRefused(error)) setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={stepForm}>
      <p>{disable ? t('profile.dialog.select.disable') : t('profile.dialog.select.enable', { address })}</p>
      {isLast && <p className={warning}>{t('profile.dialog.select.last')}</p>}
      {failure !== null && <FailureBox error={failure} sentence={verificationSentence} onRetry={() => void select()} />}
      <DialogButtons>
        <Button {...(disable ? { ref: initialButton } : {})} keys={['Esc']} onClick={onClose}>
          {t('profile.dialog.select.later')}
        </Button>
        <Button
          {...(disable ? {} : { ref: initialButton })}
          look={disable ? 'danger' : 'primary'}
          busy={busy}
          onClick={() => void select()}
        >
          {t(disable ? 'profile.dialog.select.off' : 'profile.dialog.select.on')}
        </Button>
      </DialogButtons>
    </div>
  )
}

const warning = css({ color: 'warning.fg' })
