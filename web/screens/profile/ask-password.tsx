import { useLayoutEffect, type ReactNode } from 'react'
import { setupPassword, type Person } from '@tocsin/core/api/profile'
import { sentenceOf } from '../../notices/sentence'
import { FailureBox } from '../../ui/notice-box'
import { PasswordField } from '../../secrets/password-field'
import { Button } from '../../ui/button'
import { DialogButtons } from '../../ui/dialog'
import { useT } from '../../words'
import { stepForm } from './step-look'
import { useSaveKey } from './use-save-key'
import { useSmallForm } from './use-small-form'

type Props = {
  person: Person
  /** The reason the password is asked for. */
  lead: ReactNode
  label: string
  /** A failure from elsewhere, shown until the form has its own. */
  failure?: unknown
  sentence?: typeof sentenceOf
  submit: { text: string; look: 'primary' | 'danger' }
  send: (password: string) => Promise<void>
  onClose: () => void
}

/** Asks in a dialog for the current password, and sends it. */
export function AskPassword({ person, lead, label, failure = null, sentence = sentenceOf, ...rest }: Props) {
  const { submit, send, onClose } = rest
  const t = useT()
  const saveKey = useSaveKey('overlay')
  const form = useSmallForm({
    fields: setupPassword,
    start: { password: '' },
    labels: { password: label },
    send: ({ password }) => send(password),
  })
  const { focus } = form
  // The layout effect moves the focus before `guardFocus` finds that the focused element is gone.
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the form is shown
  useLayoutEffect(() => focus('password'), [])
  const told = form.failure ?? failure
  return (
    <form {...saveKey} className={stepForm} noValidate onSubmit={form.onSubmit}>
      <p>{lead}</p>
      {told !== null && <FailureBox error={told} sentence={sentence} onRetry={() => void form.submit()} />}
      <input hidden readOnly autoComplete="username" value={person.username} />
      <PasswordField {...form.field('password')} autoComplete="current-password" />
      <DialogButtons>
        <Button keys={['Esc']} onClick={onClose}>
          {t('acts.cancel')}
        </Button>
        <Button look={submit.look} type="submit" busy={form.busy} keys={['↵']}>
          {submit.text}
        </Button>
      </DialogButtons>
    </form>
  )
}
