import { useState } from 'react'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { Segments } from '../../builder/segments'
import { useAccount } from '../../data/account'
import { client } from '../../data/api'
import { resourceOf } from '../../data/resources'
import { RecordPicker } from '../../form/record-picker'
import { Field } from '../../ui/field'
import { useT } from '../../words'
import { handOn } from './act'
import { LongText, useDraft, WorkDialog } from './work-dialog'

const OF = { person: 'users', provider: 'monitoring-providers' } as const
type Kind = keyof typeof OF

/** Hands an alert on to a person or to a monitoring provider. */
export function HandOnDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const t = useT()
  const account = useAccount()
  const kinds = (Object.keys(OF) as Kind[]).filter((one) => mayDo(account, resourceOf(OF[one]), 'view'))
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'person')
  const [id, setId] = useState<number | null>(null)
  const [text, setText] = useDraft(`hand on ${alert.id}`)
  const of = OF[kind]
  const run = async () => {
    if (id === null) return t('alerts.chooseOne')
    const to = (await client.get(resourceOf(of), id)) as unknown as { id: number; name: string }
    await handOn(alert, kind === 'person' ? { person: to } : { provider: to }, text)
    setText('')
    return undefined
  }
  return (
    <WorkDialog
      title={t('alerts.handOnTitle', { id: alert.id })}
      submit={t('alerts.handOn')}
      focus="[role=combobox]"
      resource="alerts"
      run={run}
      onClose={onClose}
    >
      {(problem, settle) => (
        <>
          {kinds.length > 1 && (
            <Segments
              label={t('alerts.handOnTo')}
              options={kinds.map((one) => [one, t(`alerts.${one}`)] as const)}
              value={kind}
              onChange={(next) => {
                setKind(next)
                setId(null)
                settle()
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
                  settle()
                }}
                label={t(`alerts.${kind}`)}
                control={control}
              />
            )}
          </Field>
          <LongText label={t('alerts.noteOptional')} most={2000} value={text} onChange={setText} />
        </>
      )}
    </WorkDialog>
  )
}
