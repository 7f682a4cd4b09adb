import { useMemo, useRef, useState } from 'react'
import { css } from 'styled-system/css'
import { LONGEST_SILENCE, USUAL_SILENCE, type AlertSilence } from '@tocsin/core/resources/alert-silences/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { client } from '../../data/api'
import { markStale } from '../../data/query'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { RecordPicker } from '../../form/record-picker'
import { newId } from '../../new-id'
import { toastFailure } from '../../notices/toast'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { input } from '../../ui/input-look'
import { useT } from '../../words'
import { stamp } from './time'
import { useDraft } from './drafts'
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
  const mayChooseSite = mayDo(useAccount(), resourceOf('sites'), 'view')
  const where = useMemo(() => ({ ClientId: clientId }), [clientId])
  const [reason, setReason] = useDraft('silence', clientId)
  const [site, setSite] = useState<number | null>(null)
  const [minutes, setMinutes] = useState(String(USUAL_SILENCE))
  const picker = useRef<HTMLDivElement>(null)
  const [isUnmatched, setUnmatched] = useState(false)
  const run = async () => {
    // A site that was typed and not chosen must not silence all of the client.
    const isTyped = site === null && (picker.current?.querySelector('input')?.value ?? '').trim() !== ''
    setUnmatched(isTyped)
    if (isTyped) return t('alerts.silence.chooseSite')
    const draft = { ClientId: clientId, SiteId: site, reason: reason.trim(), minutes: Number(minutes) }
    await client.create(resourceOf('alert-silences'), draft, { key: newId() })
    await markStale('alert-silences')
    setReason('')
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
          <Field label={t('alerts.silence.reason')} required problem={isUnmatched ? null : problem}>
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
          {mayChooseSite && (
            <div ref={picker}>
              <Field label={t('alerts.silence.site')} problem={isUnmatched ? problem : null}>
                {(control) => (
                  <RecordPicker
                    of="sites"
                    value={site}
                    onChange={setSite}
                    where={where}
                    label={t('alerts.silence.site')}
                    control={control}
                  />
                )}
              </Field>
            </div>
          )}
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
  minWidth: '0',
  maxWidth: 'full',
  overflowWrap: 'anywhere',
})
