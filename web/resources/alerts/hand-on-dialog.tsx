import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@tocsin/core/base/errors'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { Segments } from '../../builder/segments'
import { useAccount } from '../../data/account'
import { http } from '../../data/api'
import { oneKey } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { RecordPicker } from '../../form/record-picker'
import { Field } from '../../ui/field'
import { useT } from '../../words'
import { handOn } from './act'
import { useDraft } from './drafts'
import { LongText, WorkDialog } from './work-dialog'

const OF = { person: 'users', provider: 'monitoring-providers' } as const
type Kind = keyof typeof OF
const ROWS = { person: 'people', provider: 'providers' } as const

/** Those that an alert can be handed on to; people of its site and of its providers come first. */
type Recipients = Record<'people' | 'providers', readonly Recipient[]> & {
  /** There are more of each than an answer has. */
  more: Record<'people' | 'providers', boolean>
}
type Recipient = { id: number; name: string }

/** Hands an alert on to a person or to a monitoring provider: to those alone whom the server offers. */
export function HandOnDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const t = useT()
  const account = useAccount()
  const kinds = (Object.keys(OF) as Kind[]).filter((one) => mayDo(account, resourceOf(OF[one]), 'view'))
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'person')
  const [to, setTo] = useState<Recipient | null>(null)
  const [text, setText] = useDraft('hand on', alert.id)
  const [q, ask] = useState('')
  const recipients = (part: string) => ({
    queryKey: [...oneKey(account.id, 'alerts', alert.id), 'recipients', part],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const path = `alerts/${alert.id}/recipients`
      return (await http<Recipients>({ method: 'GET', path, query: part === '' ? {} : { q: part }, signal })).data
    },
    // The people of a site change, and the dialog is open for a moment.
    staleTime: 0,
  })
  const whole = useQuery<Recipients, ApiError>(recipients(''))
  const hasMore = whole.data?.more[ROWS[kind]] ?? false
  const isAsked = hasMore && q !== ''
  const found = useQuery<Recipients, ApiError>({ ...recipients(q), enabled: isAsked })
  const { data, error, isFetching, refetch } = isAsked ? found : whole
  // Those of all whose name has what is typed are there until the answer comes.
  const shown = data ?? whole.data
  const among = {
    rows: shown?.[ROWS[kind]] ?? [],
    more: shown?.more[ROWS[kind]] ?? false,
    ask: hasMore ? ask : undefined,
    settled: data !== undefined && !isFetching,
    error,
    again: () => void refetch(),
  }
  const run = async () => {
    if (to === null) return t('alerts.chooseOne')
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
                setTo(null)
                settle()
              }}
            />
          )}
          <Field label={t(`alerts.${kind}`)} required problem={problem}>
            {(control) => (
              <RecordPicker
                key={kind}
                of={OF[kind]}
                among={among}
                value={to?.id ?? null}
                onChange={(next) => {
                  setTo(among.rows.find(({ id }) => id === next) ?? null)
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
