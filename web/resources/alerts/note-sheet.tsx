import type { Alert } from '@tocsin/core/resources/alerts/types'
import { track } from '../../notices/undo'
import { useKeyboardRoom } from '../../ui/use-keyboard-room'
import { useT } from '../../words'
import { act } from './act'
import { useDraft } from './drafts'
import { LongText, WorkDialog } from './work-dialog'

/** Adds a note on a narrow screen, above the keyboard. Its text is kept at every change, as that of the field in the timeline. */
export function NoteSheet({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const t = useT()
  const [text, setText] = useDraft('note', alert.id)
  useKeyboardRoom()
  const run = async () => {
    const note = text.trim()
    if (note === '') return t('alerts.noteMissing')
    await track(act(alert, 'note', { text: note }))
    setText('')
    return undefined
  }
  return (
    <WorkDialog
      title={t('alerts.noteTitle', { id: alert.id })}
      submit={t('alerts.save')}
      focus="textarea"
      resource="alerts"
      run={run}
      sheet
      onClose={onClose}
    >
      {(problem, settle) => (
        <LongText
          label={t('alerts.noteLabel')}
          most={2000}
          value={text}
          onChange={(next) => {
            setText(next)
            settle()
          }}
          problem={problem}
        />
      )}
    </WorkDialog>
  )
}
