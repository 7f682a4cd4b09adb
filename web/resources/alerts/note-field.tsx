import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { capsOf } from '../../keys/show'
import { keyboard, useKeys } from '../../keys/use-keys'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { input } from '../../ui/input-look'
import { useT } from '../../words'
import { actOrTell } from './act'
import { useDraft } from './drafts'
import './words'

/** Marks the field of a note, for the key that leads to it. */
export const NOTE = 'data-note'

/** Gives the focus to the field of the note within an element. Returns false if there is none. */
export function focusNote(within: ParentNode | null): boolean {
  const field = within?.querySelector<HTMLElement>(`textarea[${NOTE}]`)
  field?.focus()
  field?.scrollIntoView({ block: 'nearest' })
  return field != null
}

/** The field at the foot of the timeline that adds a note. Mod+Enter saves it. */
export function NoteField({ alert }: { alert: Alert }) {
  const t = useT()
  const [text, setText] = useDraft('note', alert.id)
  const save = async () => {
    const note = text.trim()
    if (note !== '' && (await actOrTell(alert, 'note', { text: note }))) setText('')
  }
  useKeys('form', {
    save: () => {
      if (document.activeElement?.hasAttribute(NOTE) !== true) return false
      void save()
      return true
    },
  })
  return (
    <div className={frame}>
      <Field label={t('alerts.noteLabel')}>
        {(control) => (
          <textarea
            {...control}
            {...{ [NOTE]: '' }}
            className={input({ kind: 'text' })}
            rows={2}
            maxLength={2000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {text.trim() !== '' && (
        <Button size="small" keys={capsOf('Mod+Enter', keyboard)} onClick={() => void save()}>
          {t('alerts.save')}
        </Button>
      )}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '2', justifyItems: 'start', '& > :first-child': { width: 'full' } })
