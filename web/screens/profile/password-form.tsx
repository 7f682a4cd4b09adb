import { useState } from 'react'
import { changeOwnPassword, ownPassword, type Person } from '@tocsin/core/api/profile'
import { sentenceOf } from '../../notices/sentence'
import { toast } from '../../notices/toast'
import { http } from '../../data/api'
import { FailureBox } from '../../ui/notice-box'
import { useGuard } from '../../navigation/leave'
import { PasswordField } from '../../secrets/password-field'
import { PasswordHint } from '../../secrets/password-hint'
import { Button } from '../../ui/button'
import { useT } from '../../words'
import { cardForm, formButtons } from './form-styles'
import { keepPerson } from './keep-person'
import { useSaveKey } from './use-save-key'
import { useSmallForm } from './use-small-form'

const EMPTY = { oldPassword: '', password: '', passwordConfirm: '' }

/** Changes one's own password. A user without a password is not asked for the current one (PROFILE-05, A-029). */
export function PasswordForm({ person, blocked }: { person: Person; blocked: string | null }) {
  const t = useT()
  const saveKey = useSaveKey()
  const [touched, setTouched] = useState(false)
  const { hasPassword } = person
  const form = useSmallForm({
    fields: ownPassword(hasPassword),
    start: EMPTY,
    labels: {
      oldPassword: t('profile.current'),
      password: t('secrets.password'),
      passwordConfirm: t('secrets.passwordConfirm'),
    },
    send: async ({ oldPassword, ...fresh }) => {
      const changed = await changeOwnPassword(http, person.id, hasPassword ? { oldPassword, ...fresh } : fresh)
      letGo()
      form.reset(EMPTY)
      setTouched(false)
      keepPerson(changed)
      toast({
        tone: 'done',
        text: (say) => say('resources.users.passwordUpdated'),
        line: 'tocsin profile password',
      })
    },
  })
  const letGo = useGuard(form.changed, 'lost')
  const password = form.field('password')
  return (
    <form
      {...saveKey}
      className={cardForm}
      noValidate
      aria-label={t('profile.password')}
      onSubmit={(event) => {
        event.preventDefault()
        if (blocked) return
        setTouched(true)
        void form.submit()
      }}
    >
      {form.failure !== null && (
        <FailureBox error={form.failure} sentence={sentenceOf} onRetry={() => void form.submit()} />
      )}
      {/* The username is for password managers. */}
      <input hidden readOnly autoComplete="username" value={person.username} />
      {hasPassword && (
        <PasswordField {...form.field('oldPassword')} autoComplete="current-password" disabled={blocked !== null} />
      )}
      <PasswordField
        {...password}
        autoComplete="new-password"
        disabled={blocked !== null}
        help={<PasswordHint password={password.value} touched={touched || password.value !== ''} />}
      />
      <PasswordField {...form.field('passwordConfirm')} autoComplete="new-password" disabled={blocked !== null} />
      <div className={formButtons}>
        <Button type="submit" busy={form.busy} blocked={blocked} keys={['↵']}>
          {t(hasPassword ? 'profile.changePassword' : 'profile.setPassword')}
        </Button>
      </div>
    </form>
  )
}
