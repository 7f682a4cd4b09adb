import { useEffect, useRef, useState } from 'react'
import { css } from 'styled-system/css'
import { MFA_METHODS, type MfaMethod } from '@tocsin/core/base/constants'
import type { Person } from '@tocsin/core/api/profile'
import { isAtVerification } from '../../navigation/verification'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'
import { isVerified, type Goal } from './mfa-goal'
import { MfaDialog } from './mfa-dialog'
import { lead, name, quiet, row, rows, words } from './row-look'

/** The verification of sign-in, method by method (PROFILE-08, MFA-19). */
export function MfaCard({ person, blocked }: { person: Person; blocked: string | null }) {
  const t = useT()
  const [goal, setGoal] = useState<Goal | null>(null)
  const methods = useRef<HTMLUListElement>(null)
  // The palette leads here, and so does the reload after the first method was enabled.
  useEffect(() => {
    const lead = () => {
      if (isAtVerification()) methods.current?.querySelector('button')?.focus()
    }
    lead()
    addEventListener('pushState', lead)
    return () => removeEventListener('pushState', lead)
  }, [])
  return (
    <>
      <p className={lead}>{t('profile.mfaLead')}</p>
      {blocked && <p className={why}>{blocked}</p>}
      <ul className={rows} ref={methods}>
        {MFA_METHODS.map((method) => (
          <Method key={method} method={method} person={person} blocked={blocked} onGoal={setGoal} />
        ))}
      </ul>
      {goal && <MfaDialog person={person} goal={goal} onClose={() => setGoal(null)} />}
    </>
  )
}

type MethodProps = { method: MfaMethod; person: Person; blocked: string | null; onGoal: (goal: Goal) => void }

function Method({ method, person, blocked, onGoal }: MethodProps) {
  const t = useT()
  const address = person[method]
  const verified = isVerified(person, method)
  const on = person.mfaMethod.includes(method)
  const state = on ? 'on' : verified ? 'off' : address ? 'unverified' : 'absent'
  const button = (kind: Goal['kind'], label: string, look?: 'primary') => (
    <Button size="small" {...(look ? { look } : {})} blocked={blocked} onClick={() => onGoal({ kind, method })}>
      {t(label)}
    </Button>
  )
  return (
    <li className={row}>
      <Icon name={method === 'email' ? 'mail' : 'smartphone'} />
      <div className={words}>
        <p className={name}>
          {t(`profile.methods.${method}`)} <Chip tone={on ? 'good' : 'plain'}>{t(`profile.states.${state}`)}</Chip>
        </p>
        <p className={quiet} dir="auto">
          {address ?? t('profile.noAddress')}
        </p>
      </div>
      <div className={buttons}>
        {verified &&
          (on ? button('disable', `profile.disable.${method}`) : button('enable', `profile.enable.${method}`))}
        {button('setUp', verified ? `profile.change.${method}` : `profile.setUp.${method}`)}
      </div>
    </li>
  )
}

const why = css({ paddingInline: '4', paddingTop: '2', color: 'warning.fg', overflowWrap: 'anywhere' })
const buttons = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
