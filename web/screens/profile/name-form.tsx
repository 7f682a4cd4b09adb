import { quoteWord } from '@tocsin/core/command-line/line'
import { ownName, renameOwnUser, type Person } from '@tocsin/core/api/profile'
import { sentenceOf } from '../../notices/sentence'
import { toast } from '../../notices/toast'
import { remember, undoAction, type Done } from '../../notices/undo'
import { http } from '../../data/api'
import { FailureBox } from '../../ui/notice-box'
import { useGuard } from '../../navigation/leave'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { input } from '../../ui/input-look'
import { useT } from '../../words'
import { cardForm, formButtons } from './form-styles'
import { keepPerson } from './keep-person'
import { useSaveKey } from './use-save-key'
import { useSmallForm } from './use-small-form'

/** One's own name (PROFILE-02). */
export function NameForm({ person }: { person: Person }) {
  const t = useT()
  const saveKey = useSaveKey()
  const form = useSmallForm({
    fields: ownName,
    start: { name: person.name },
    labels: { name: t('profile.name') },
    send: async ({ name }) => {
      const renamed = await rename(person.id, name)
      letGo()
      form.reset({ name: renamed.name })
      tell(person, renamed)
    },
  })
  const letGo = useGuard(form.changed, 'lost')
  const { ref, onChange, value, label, problem } = form.field('name')
  return (
    <form {...saveKey} className={cardForm} noValidate onSubmit={form.onSubmit} aria-label={t('profile.name')}>
      {form.failure !== null && (
        <FailureBox error={form.failure} sentence={sentenceOf} onRetry={() => void form.submit()} />
      )}
      <Field label={label} required problem={problem}>
        {(control) => (
          <input
            {...control}
            ref={ref}
            className={input()}
            name="name"
            autoComplete="name"
            dir="auto"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <div className={formButtons}>
        <Button type="submit" busy={form.busy} keys={['↵']}>
          {t('profile.saveName')}
        </Button>
      </div>
    </form>
  )
}

async function rename(id: number, name: string): Promise<Person> {
  const person = await renameOwnUser(http, id, name)
  keepPerson(person)
  return person
}

function tell(before: Person, after: Person): void {
  const way = (name: string) => async () => void (await rename(after.id, name))
  const done: Done = { title: (t) => t('profile.renamed'), undo: way(before.name), redo: way(after.name) }
  remember(done)
  toast({
    tone: 'done',
    text: (t) => t('notices.profileUpdated'),
    line: `tocsin profile update --name ${quoteWord(after.name)}`,
    action: undoAction(done),
  })
}
