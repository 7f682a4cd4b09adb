import { useState } from 'react'
import { css } from 'styled-system/css'
import { LONGEST_SILENCE, USUAL_SILENCE, type AlertSilence } from '@tocsin/core/resources/alert-silences/types'
import { client } from '../../data/api'
import { markStale } from '../../data/query'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { newId } from '../../new-id'
import { toastFailure } from '../../notices/toast'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { input } from '../../ui/input-look'
import { useT } from '../../words'
import { stamp } from './time'
import { WorkDialog } from './work-dialog'

type Props = { clientId: number | null; silences: readonly AlertSilence[] }

/** The silences that all share: who made each, why and until when; and the way to make one. */
export function Silences({ clientId, silences }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const end = (silence: AlertSilence) =>
    void client
      .act(resourceOf('alert-silences'), 'end', silence as unknown as Row, {}, { key: newId() })
      .then(() => markStale('alert-silences'), toastFailure)
  return (
    <>
      {silences.map((silence) => (
        <span
          key={silence.id}
          className={hush}
          title={t('alerts.silence.scope', { scope: silence.Site?.name ?? t('alerts.silence.client') })}
        >
          <Icon name="volumeOff" />
          <span dir="auto">
            {t('alerts.silence.by', {
              who: silence.User.name,
              reason: silence.reason,
              time: stamp(silence.endsAt).slice(11, 16),
            })}
          </span>
          <Button look="quiet" size="small" icon="x" iconOnly onClick={() => end(silence)}>
            {t('alerts.silence.end', { who: silence.User.name })}
          </Button>
        </span>
      ))}
      <Button
        look="quiet"
        size="small"
        blocked={clientId === null ? t('alerts.silence.chooseClient') : null}
        onClick={() => setOpen(true)}
      >
        {t('alerts.silence.open')}
      </Button>
      {isOpen && clientId !== null && <SilenceDialog clientId={clientId} onClose={() => setOpen(false)} />}
    </>
  )
}

function SilenceDialog({ clientId, onClose }: { clientId: number; onClose: () => void }) {
  const t = useT()
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState(String(USUAL_SILENCE))
  const run = async () => {
    const draft = { ClientId: clientId, reason: reason.trim(), minutes: Number(minutes) }
    await client.create(resourceOf('alert-silences'), draft, { key: newId() })
    await markStale('alert-silences')
    return undefined
  }
  return (
    <WorkDialog
      title={t('alerts.silence.title')}
      description={t('alerts.silence.about')}
      submit={t('alerts.silence.make')}
      focus="input"
      resource="alert-silences"
      run={run}
      onClose={onClose}
    >
      {(problem) => (
        <>
          <Field label={t('alerts.silence.reason')} required problem={problem}>
            {(control) => (
              <input
                {...control}
                className={input()}
                maxLength={200}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
          <Field label={t('alerts.silence.minutes')}>
            {(control) => (
              <input
                {...control}
                className={input()}
                type="number"
                min={1}
                max={LONGEST_SILENCE}
                value={minutes}
                onChange={({ target }) => setMinutes(target.value)}
              />
            )}
          </Field>
        </>
      )}
    </WorkDialog>
  )
}

const hush = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  minHeight: 'control',
  paddingInline: '2.5',
  border: '1px solid token(colors.warning.border)',
  borderRadius: 'sm',
  background: 'warning.subtle',
  color: 'warning.fg',
  textStyle: 'small',
})
