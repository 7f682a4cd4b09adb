import { useLayoutEffect } from 'react'
import { endOwnSessions, type OwnSession } from '@tocsin/core/own-sessions'
import { setupPassword, type Person } from '@tocsin/core/profile'
import { sentenceOf } from '../../acts/sentence'
import { toast } from '../../acts/toast'
import { http } from '../../data/api'
import { FailureBox } from '../../entrance/notice-box'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { PasswordField } from '../../secrets/password-field'
import { Button } from '../../ui/button'
import { Dialog, DialogButtons } from '../../ui/dialog'
import { useT } from '../../words'
import { stepForm } from './step-look'
import { useSaveKey } from './use-save-key'
import { useSmallForm } from './use-small-form'

type Props = {
  person: Person
  /** What is to end. */
  goal: OwnSession | 'others'
  onEnded: (gone: OwnSession | 'others') => void
  onClose: () => void
}

/** Says what becomes of the sessions that end, and asks for the password once more. */
export function EndSessionsDialog({ goal, onClose, ...rest }: Props) {
  const t = useT()
  return (
    <Dialog open title={t(goal === 'others' ? 'profile.endOthersTitle' : 'profile.endTitle')} onClose={onClose}>
      <EndForm goal={goal} onClose={onClose} {...rest} />
    </Dialog>
  )
}

function EndForm({ person, goal, onEnded, onClose }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const saveKey = useSaveKey('overlay')
  const form = useSmallForm({
    fields: setupPassword,
    start: { password: '' },
    labels: { password: t('profile.current') },
    send: async ({ password }) => {
      const meant = goal === 'others' ? ({ others: true } as const) : { session: goal.id }
      const count = await endOwnSessions(http, person.id, { password, ...meant })
      onEnded(goal)
      onClose()
      toast({ tone: 'done', text: (say) => say('profile.told.ended', { count }), line: lineOf(goal) })
    },
  })
  const { focus } = form
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the dialog comes
  useLayoutEffect(() => focus('password'), [])
  return (
    <form {...saveKey} className={stepForm} noValidate onSubmit={form.onSubmit}>
      <p>
        {goal === 'others'
          ? t('profile.endOthersLead')
          : t('profile.endLead', { agent: t(`agents.${goal.agent}`), made: dateText(goal.createdAt, locale) })}
      </p>
      {form.failure !== null && (
        <FailureBox error={form.failure} sentence={sentenceOf} onRetry={() => void form.submit()} />
      )}
      <input hidden readOnly autoComplete="username" value={person.username} />
      <PasswordField {...form.field('password')} autoComplete="current-password" />
      <DialogButtons>
        <Button keys={['Esc']} onClick={onClose}>
          {t('acts.cancel')}
        </Button>
        <Button look="danger" type="submit" busy={form.busy} keys={['↵']}>
          {t(goal === 'others' ? 'profile.endOthersNow' : 'profile.endNow')}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** As many characters of an id as nobody mistakes for another of theirs. */
const SHOWN = 8
const lineOf = (goal: OwnSession | 'others') =>
  `tocsin auth sessions end ${goal === 'others' ? '--others' : goal.id.slice(0, SHOWN)}`
