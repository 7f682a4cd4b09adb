import { authorizeMfaUpdate, type Person } from '@tocsin/core/api/profile'
import { verificationSentence } from '../../notices/sentence'
import { http } from '../../data/api'
import { useT } from '../../words'
import { AskPassword } from './ask-password'

type Props = { person: Person; failure: unknown; onDone: () => void; onClose: () => void }

/** Step 1: the current password; its token is kept in the stored profile (MFA-10, MFA-12). */
export function PasswordStep({ person, failure, onDone, onClose }: Props) {
  const t = useT()
  return (
    <AskPassword
      person={person}
      lead={t('profile.dialog.password.lead')}
      label={t('profile.dialog.password.field')}
      failure={failure}
      sentence={verificationSentence}
      submit={{ text: t('profile.dialog.password.next'), look: 'primary' }}
      send={async (password) => {
        await authorizeMfaUpdate(http, person.id, password)
        onDone()
      }}
      onClose={onClose}
    />
  )
}
