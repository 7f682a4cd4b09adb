import { useId, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import { readClientDashboard } from '@tocsin/core/api/dashboard'
import type { Http } from '@tocsin/core/api/http'
import { may } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { chooseClient, useSelectedClient } from '../../data/selected-client'
import { RecordPicker } from '../../form/record-picker'
import { Card } from '../../ui/card'
import { Field } from '../../ui/field'
import { useT } from '../../words'
import { FiguresCard } from './figures'
import { TopCard } from './top-lists'
import { useFigures, useOwnFigures } from './use-dashboard'

const ofClient = (id: number) => ({ id, call: ['client', id], read: (http: Http) => readClientDashboard(http, id) })

/** The figures of a client that staff pick, which is the client they work in from then on. */
export function PickedClient() {
  const t = useT()
  const field = useId()
  const { id } = useSelectedClient()
  const picker = (
    <div className={head}>
      <Field id={field} label={t('resources.clients.name')}>
        {(control) => (
          <RecordPicker
            of="clients"
            value={id}
            label={t('resources.clients.name')}
            control={control}
            onChange={chooseClient}
          />
        )}
      </Field>
    </div>
  )
  return id === null ? (
    <Card title={t('landing.client')}>
      {picker}
      <p className={quiet}>{t('landing.pick')}</p>
    </Card>
  ) : (
    <FiguresOfPicked key={id} id={id} picker={picker} />
  )
}

function FiguresOfPicked({ id, picker }: { id: number; picker: ReactNode }) {
  const t = useT()
  const { call, read } = ofClient(id)
  return (
    <FiguresCard title={t('landing.client')} query={useFigures(call, read)} clientId={id}>
      {picker}
    </FiguresCard>
  )
}

/** The figures of the reader's own client. */
export function OwnClient() {
  const t = useT()
  return <FiguresCard title={t('landing.counts')} query={useOwnFigures()} />
}

/** The apps and sites with the most people, each with its picker. */
export function AppsAndSites() {
  const account = useAccount()
  const { id } = useSelectedClient()
  const client = account.userType === 'client' || id === null ? undefined : ofClient(id)
  return (
    <div className={pair} key={id}>
      {may(account, 'apps:view') && <TopCard kind="apps" client={client} />}
      {/* People of one site see no card of sites (DASH-07). */}
      {may(account, 'sites:view') && account.SiteId === null && <TopCard kind="sites" client={client} />}
    </div>
  )
}

const head = css({ padding: '4', maxWidth: 'toast' })
const quiet = css({ paddingInline: '4', paddingBottom: '4', color: 'fg.muted' })
const pair = css({
  display: 'grid',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(320px, 100%), 1fr))]',
  alignItems: 'start',
  gap: '4',
  _empty: { display: 'none' },
})
