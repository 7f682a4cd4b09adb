import { useState, type FormEvent } from 'react'
import { css } from 'styled-system/css'
import { RESOLUTIONS, type Alert, type Resolution } from '@tocsin/core/resources/alerts/types'
import { Segments } from '../../builder/segments'
import { capsOf } from '../../keys/show'
import { keyboard } from '../../keys/use-keys'
import { sentenceOf } from '../../notices/sentence'
import { track } from '../../notices/undo'
import { toast } from '../../notices/toast'
import { Button } from '../../ui/button'
import { Dialog, DialogButtons } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { input } from '../../ui/input-look'
import { useT } from '../../words'
import { act } from './act'
import { SendKey } from './notify-dialog'
import './words'

/** Asks how an alert ended, and resolves it. */
export function ResolveDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const t = useT()
  const [resolution, choose] = useState<Resolution>(alert.test ? 'test' : RESOLUTIONS[0])
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const needsNote = resolution === 'other'
  const resolve = async () => {
    if (busy) return
    const note = text.trim()
    if (needsNote && note === '') return setProblem(t('alerts.otherNeedsNote'))
    setBusy(true)
    try {
      await track(act(alert, 'resolve', { resolution, ...(note === '' ? {} : { text: note }) }))
      toast({
        tone: 'done',
        text: (words) => words('acts.done', { what: `${words('resources.alerts.actions.resolve')} #${alert.id}` }),
      })
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, t, 'alerts'))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('alerts.resolveTitle', { id: alert.id })}
      open
      onClose={onClose}
      outside={false}
      initialFocus={() => document.querySelector<HTMLElement>('[role=dialog] input:checked')}
    >
      <SendKey send={() => void resolve()} />
      <form
        className={form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void resolve()
        }}
      >
        <Segments
          label={t('alerts.reason')}
          options={RESOLUTIONS.map((one) => [one, t(`resources.alerts.choices.resolution.${one}`)] as const)}
          value={resolution}
          onChange={(next) => {
            choose(next)
            setProblem(null)
          }}
        />
        <Field
          label={t(needsNote ? 'alerts.noteRequired' : 'alerts.noteOptional')}
          required={needsNote}
          problem={problem}
        >
          {(control) => (
            <textarea
              {...control}
              className={input({ kind: 'long' })}
              maxLength={2000}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <DialogButtons>
          <Button onClick={onClose}>{t('alerts.cancel')}</Button>
          <Button type="submit" look="primary" icon="check" busy={busy} keys={capsOf('Mod+Enter', keyboard)}>
            {t('alerts.resolve')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const form = css({ display: 'grid', gap: '4', '& fieldset': { flexWrap: 'wrap' } })
