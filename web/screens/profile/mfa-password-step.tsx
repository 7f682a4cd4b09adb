import { useLayoutEffect } from 'react'
import { authorizeMfaUpdate, setupPassword, type Person } from '@tocsin/core/profile'
import { verificationSentence } from '../../acts/sentence'
import { http } from '../../data/api'
import { FailureBox } from '../../entrance/notice-box'
import { PasswordField } from '../../secrets/password-field'
import { Button } from '../../ui/button'
import { DialogButtons } from '../../ui/dialog'
import { useT } from '../../words'
import { stepForm } from './step-look'
import { useSaveKey } from './use-save-key'
import { useSmallForm } from './use-small-form'

type Props = { person: Person; failure: unknown; onDone: () => void; onClose: () => void }

/** Step 1: the current password; what it is worth is kept in the stored profile (MFA-10, MFA-12). */
export function PasswordStep({ person, failure, onDone, onClose }: Props) {
  const t = useT()
  const saveKey = useSaveKey('overlay')
  const form = useSmallForm({
    fields: setupPassword,
    start: { password: '' },
    labels: { password: t('profile.dialog.password.field') },
    send: async ({ password }) => {
      await authorizeMfaUpdate(http, person.id, password)
      onDone()
    },
  })
  const { focus } = form
  // Before anybody notices that what had the focus is gone.
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the step comes
  useLayoutEffect(() => focus('password'), [])
  const told = form.failure ?? failure
  return (
    <form {...saveKey} className={stepForm} noValidate onSubmit={form.onSubmit}>
      <p>{t('profile.dialog.password.lead')}</p>
      {told !== null && <FailureBox error={told} sentence={verificationSentence} onRetry={() => void form.submit()} />}
      <input hidden readOnly autoComplete="username" value={person.username} />
      <PasswordField {...form.field('password')} autoComplete="current-password" />
      <DialogButtons>
        <Button keys={['Esc']} onClick={onClose}>
          {t('acts.cancel')}
        </Button>
        <Button look="primary" type="submit" busy={form.busy} keys={['↵']}>
          {t('profile.dialog.password.next')}
        </Button>
      </DialogButtons>
    </form>
  )
}
