import { endOwnSessions, type OwnSession } from '@tocsin/core/api/own-sessions'
import type { Person } from '@tocsin/core/api/profile'
import { toast } from '../../notices/toast'
import { http } from '../../data/api'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { Dialog } from '../../ui/dialog'
import { useT } from '../../words'
import { AskPassword } from './ask-password'

type Props = {
  person: Person
  /** The session to end, or all others. */
  goal: OwnSession | 'others'
  onEnded: (gone: OwnSession | 'others') => void
  onClose: () => void
}

/** Shows the effect on the sessions that end, and asks for the password once more. */
export function EndSessionsDialog({ person, goal, onEnded, onClose }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const all = goal === 'others'
  const end = async (password: string) => {
    const meant = all ? ({ others: true } as const) : { session: goal.id }
    const count = await endOwnSessions(http, person.id, { password, ...meant })
    onEnded(goal)
    onClose()
    toast({ tone: 'done', text: (say) => say('profile.told.ended', { count }), line: lineOf(goal) })
  }
  return (
    <Dialog open title={t(all ? 'profile.endOthersTitle' : 'profile.endTitle')} onClose={onClose}>
      <AskPassword
        person={person}
        lead={
          all
            ? t('profile.endOthersLead')
            : t('profile.endLead', { agent: t(`agents.${goal.agent}`), made: dateText(goal.createdAt, locale) })
        }
        label={t('profile.current')}
        submit={{ text: t(all ? 'profile.endOthersNow' : 'profile.endNow'), look: 'danger' }}
        send={end}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** Number of characters of a session id that distinguish it from the user's other sessions. */
const SHOWN = 8
const lineOf = (goal: OwnSession | 'others') =>
  `tocsin auth sessions end ${goal === 'others' ? '--others' : goal.id.slice(0, SHOWN)}`
