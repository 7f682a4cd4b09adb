import { useState } from 'react'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { Segments } from '../../builder/segments'
import { problemText } from '../../notices/problem-text'
import { toast } from '../../notices/toast'
import { useT } from '../../words'
import { act } from './act'
import type { Told } from './person'
import { useDraft } from './drafts'
import { LongText, WorkDialog } from './work-dialog'

type Props = { alert: Alert; told: Told; onClose: () => void }

/** Writes to a person of an alert, by text message or mail (ALERT-08). The outcome is in the timeline. */
export function NotifyDialog({ alert, told: { target, person }, onClose }: Props) {
  const t = useT()
  const [text, setText] = useDraft(`notify ${person.id}`, alert.id)
  const [channel, setChannel] = useState<'phone' | 'email'>(person.phone === null ? 'email' : 'phone')
  const ways = [
    ...(person.phone === null ? [] : [['phone', t('alerts.byPhone', { to: person.phone })] as const]),
    ...(person.email === null ? [] : [['email', t('alerts.byEmail', { to: person.email })] as const]),
  ]
  const run = async () => {
    if (text.trim() === '') return problemText({ key: 'formErrors.required' }, t('alerts.message'), t)
    const input = { target, profile: person.id, channel, text: text.trim() }
    const after = await act(alert, 'notify', input, { to: { name: person.name } })
    if (after) toast({ tone: 'done', text: (words) => words('alerts.sent', { who: person.name }) })
    setText('')
    return undefined
  }
  return (
    <WorkDialog
      title={t('alerts.notifyTitle', { who: person.name })}
      submit={t('alerts.send')}
      icon="send"
      resource="alerts"
      run={run}
      onClose={onClose}
    >
      {(problem) => (
        <>
          {ways.length > 1 && <Segments label={t('alerts.by')} options={ways} value={channel} onChange={setChannel} />}
          <LongText
            label={t('alerts.message')}
            most={1000}
            value={text}
            onChange={setText}
            required
            problem={problem}
          />
        </>
      )}
    </WorkDialog>
  )
}
