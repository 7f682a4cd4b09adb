import { useState } from 'react'
import { RESOLUTIONS, type Alert, type Resolution } from '@tocsin/core/resources/alerts/types'
import { Segments } from '../../builder/segments'
import { track } from '../../notices/undo'
import { toast } from '../../notices/toast'
import { useT } from '../../words'
import { act } from './act'
import { useDraft } from './drafts'
import { LongText, WorkDialog } from './work-dialog'

/** Asks how an alert ended, and resolves it. */
export function ResolveDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const t = useT()
  const [resolution, choose] = useState<Resolution>(alert.test ? 'test' : RESOLUTIONS[0])
  const [text, setText] = useDraft('resolve', alert.id)
  const needsNote = resolution === 'other'
  const run = async () => {
    const note = text.trim()
    if (needsNote && note === '') return t('alerts.otherNeedsNote')
    const input = { resolution, ...(note === '' ? {} : { text: note }) }
    const after = await track(act(alert, 'resolve', input, { resolution }))
    if (after)
      toast({
        tone: 'done',
        text: (words) => words('acts.done', { what: `${words('resources.alerts.actions.resolve')} #${alert.id}` }),
      })
    setText('')
    return undefined
  }
  return (
    <WorkDialog
      title={t('alerts.resolveTitle', { id: alert.id })}
      submit={t('alerts.resolve')}
      icon="check"
      focus="input:checked"
      resource="alerts"
      run={run}
      onClose={onClose}
    >
      {(problem, settle) => (
        <>
          <Segments
            label={t('alerts.reason')}
            options={RESOLUTIONS.map((one) => [one, t(`resources.alerts.choices.resolution.${one}`)] as const)}
            value={resolution}
            onChange={(next) => {
              choose(next)
              settle()
            }}
          />
          <LongText
            label={t(needsNote ? 'alerts.noteRequired' : 'alerts.noteOptional')}
            most={2000}
            value={text}
            onChange={setText}
            required={needsNote}
            problem={problem}
          />
        </>
      )}
    </WorkDialog>
  )
}
