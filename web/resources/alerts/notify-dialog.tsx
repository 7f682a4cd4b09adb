import { useState, type FormEvent } from 'react'
import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { resourceOf } from '../../data/resources'
import { Segments } from '../../builder/segments'
import { useKeys } from '../../keys/use-keys'
import { problemText } from '../../notices/problem-text'
import { sentenceOf } from '../../notices/sentence'
import { toast } from '../../notices/toast'
import { Button } from '../../ui/button'
import { Dialog, DialogButtons } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { input } from '../../ui/input-look'
import { useT } from '../../words'
import { act } from './act'
import type { Told } from './person'
import './words'

type Props = { alert: Alert; told: Told; onClose: () => void }

/** Writes to a person of an alert, by text message or mail (ALERT-08). The outcome is in the timeline. */
export function NotifyDialog({ alert, told: { target, person }, onClose }: Props) {
  const t = useT()
  const [text, setText] = useState('')
  const [channel, setChannel] = useState<'phone' | 'email'>(person.phone === null ? 'email' : 'phone')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const ways = [
    ...(person.phone === null ? [] : [['phone', t('alerts.byPhone', { to: person.phone })] as const]),
    ...(person.email === null ? [] : [['email', t('alerts.byEmail', { to: person.email })] as const]),
  ]
  const send = async () => {
    if (busy) return
    if (text.trim() === '') return setProblem(problemText({ key: 'formErrors.required' }, t('alerts.message'), t))
    setBusy(true)
    try {
      await act(alert, 'notify', { target, profile: person.id, channel, text: text.trim() })
      toast({ tone: 'done', text: (words) => words('alerts.sent', { who: person.name }) })
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, t, resourceOf('alerts').name))
      setBusy(false)
    }
  }
  return (
    <Dialog title={t('alerts.notifyTitle', { who: person.name })} open onClose={onClose} outside={false}>
      <SendKey send={() => void send()} />
      <form
        className={form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        {ways.length > 1 && <Segments label={t('alerts.by')} options={ways} value={channel} onChange={setChannel} />}
        <Field label={t('alerts.message')} required problem={problem}>
          {(control) => (
            <textarea
              {...control}
              className={input({ kind: 'long' })}
              maxLength={1000}
              value={text}
              onChange={({ target: { value } }) => setText(value)}
            />
          )}
        </Field>
        <DialogButtons>
          <Button onClick={onClose}>{t('alerts.cancel')}</Button>
          <Button type="submit" look="primary" icon="send" busy={busy}>
            {t('alerts.send')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** Lets Mod+Enter do what the dialog is for. */
export function SendKey({ send }: { send: () => void }) {
  useKeys('overlay', { save: send })
  return null
}

const form = css({ display: 'grid', gap: '4' })
