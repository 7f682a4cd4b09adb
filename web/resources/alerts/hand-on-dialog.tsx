import { useState, type FormEvent } from 'react'
import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { Segments } from '../../builder/segments'
import { useAccount } from '../../data/account'
import { client } from '../../data/api'
import { resourceOf } from '../../data/resources'
import { RecordPicker } from '../../form/record-picker'
import { capsOf } from '../../keys/show'
import { keyboard } from '../../keys/use-keys'
import { sentenceOf, whyOf } from '../../notices/sentence'
import { Button } from '../../ui/button'
import { Dialog, DialogButtons } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { input } from '../../ui/input-look'
import { useT } from '../../words'
import { handOn } from './act'
import { SendKey } from './notify-dialog'
import './words'

const OF = { person: 'users', provider: 'monitoring-providers' } as const
type Kind = keyof typeof OF

/** Hands an alert on to a person or to a monitoring provider. */
export function HandOnDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const t = useT()
  const account = useAccount()
  const kinds = (Object.keys(OF) as Kind[]).filter((one) => mayDo(account, resourceOf(OF[one]), 'view'))
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'person')
  const [id, setId] = useState<number | null>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const of = OF[kind]
  const send = async () => {
    if (busy) return
    if (id === null) return setProblem(t('alerts.chooseOne'))
    setBusy(true)
    try {
      const to = (await client.get(resourceOf(of), id)) as unknown as { id: number; name: string }
      await handOn(alert, kind === 'person' ? { person: to } : { provider: to }, text)
      onClose()
    } catch (error) {
      setProblem(whyOf(error, t, resourceOf('alerts')) || sentenceOf(error, t, 'alerts'))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('alerts.handOnTitle', { id: alert.id })}
      open
      onClose={onClose}
      outside={false}
      initialFocus={() => document.querySelector<HTMLElement>('[role=dialog] [role=combobox]')}
    >
      <SendKey send={() => void send()} />
      <form
        className={form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        {kinds.length > 1 && (
          <Segments
            label={t('alerts.handOnTo')}
            options={kinds.map((one) => [one, t(`alerts.${one}`)] as const)}
            value={kind}
            onChange={(next) => {
              setKind(next)
              setId(null)
              setProblem(null)
            }}
          />
        )}
        <Field label={t(`alerts.${kind}`)} required problem={problem}>
          {(control) => (
            <RecordPicker
              key={kind}
              of={of}
              value={id}
              onChange={(next) => {
                setId(next)
                setProblem(null)
              }}
              label={t(`alerts.${kind}`)}
              control={control}
            />
          )}
        </Field>
        <Field label={t('alerts.noteOptional')}>
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
          <Button type="submit" look="primary" busy={busy} keys={capsOf('Mod+Enter', keyboard)}>
            {t('alerts.handOn')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const form = css({ display: 'grid', gap: '4' })
