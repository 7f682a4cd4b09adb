import { css } from 'styled-system/css'
import type { Answers, Query } from '@tocsin/core/form/query'
import { namesOf } from '@tocsin/core/form/query-edit'
import { ownSubject, profileSubjects } from '@tocsin/core/form/query-subjects'
import { Field } from '../../../ui/field'
import { input } from '../../../ui/input-look'
import { useT } from '../../../words'
import './words'

type Props = { query: Query; profile: Answers; onChange: (profile: Answers) => void }

/** A profile to try a rule with: the properties that the rule looks at, to be filled in. Nothing of it is kept. */
export function ProfileView({ query, profile, onChange }: Props) {
  const t = useT()
  const every = profileSubjects(t)
  const subjects = namesOf(query).flatMap((name) => every.find((one) => one.name === name) ?? ownSubject(name) ?? [])
  if (subjects.length === 0) return <p className={none}>{t('channelEditor.profile.none')}</p>
  return (
    <div className={stacked}>
      {subjects.map(({ name, label, kind, choices }) => {
        const value = profile[name]
        const set = (answer: unknown) => onChange({ ...profile, [name]: answer })
        return (
          <Field key={name} label={label} help={kind === 'choices' ? t('channelEditor.profile.tags') : undefined}>
            {(control) =>
              choices ? (
                <select
                  {...control}
                  className={input()}
                  value={String(value ?? '')}
                  onChange={({ target }) => set(target.value)}
                >
                  <option value="">{t('channelEditor.profile.any')}</option>
                  {choices.map((one) => (
                    <option key={one.value} value={one.value}>
                      {one.text}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  {...control}
                  className={input()}
                  autoComplete="off"
                  dir="auto"
                  value={Array.isArray(value) ? value.join(',') : String(value ?? '')}
                  onChange={({ target }) => set(kind === 'choices' ? target.value.split(',') : target.value)}
                />
              )
            }
          </Field>
        )
      })}
    </div>
  )
}

const stacked = css({ display: 'grid', gap: '4', minWidth: '0' })
const none = css({ color: 'fg.muted' })
