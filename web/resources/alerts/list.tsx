import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { css } from 'styled-system/css'
import { PRODUCT } from '@tocsin/core/base/constants'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { Segments } from '../../builder/segments'
import { useAccount } from '../../data/account'
import { useSelectedClient } from '../../data/selected-client'
import { Page } from '../../pages/page'
import type { ListProps } from '../../pages/screen'
import { usePreferences } from '../../preferences'
import { useNarrow } from '../../table/use-narrow'
import { Chip } from '../../ui/chip'
import { Toggle } from '../../ui/toggle'
import { useT } from '../../words'
import { Board } from './board'
import { LostBanner } from './feed-status'
import { Silences } from './silence'
import { isSilenced, useSilences } from './use-silences'
import { SoundControl } from './sound-control'
import type { Urgency } from './sound'
import { useFeed } from './use-feed'
import { usePending } from './use-pending'
import { useTitleCount } from './use-title-count'
import { orderOf, segmentIn, segmentsFor, whereOf, type Segment } from './views'
import './words'

const ofClient = (clientId: number | null) => (clientId === null ? {} : { ClientId: clientId })

/** Returns how urgent alerts are: one with priority is enough. */
const urgencyOf = (waiting: readonly Alert[]): Urgency =>
  waiting.length === 0 ? null : waiting.some(({ priority }) => priority) ? 'priority' : 'usual'

/** The board of alerts: a segment of the alerts of the selected client, or of all clients (ALERT-01 to ALERT-04). */
export default function AlertList({ resource }: ListProps) {
  const t = useT()
  const account = useAccount()
  const { locale } = usePreferences()
  const { id: clientId, client } = useSelectedClient()
  const [params, setParams] = useSearchParams()
  const segment = segmentIn(params, account)
  const showTests = params.get('tests') !== 'no'
  const fixed = useMemo(
    () => ({ ...whereOf(segment, showTests), ...ofClient(clientId) }),
    [segment, showTests, clientId],
  )
  const feed = useFeed()
  const isNarrow = useNarrow()
  const scope = useMemo(() => ofClient(clientId), [clientId])
  const { alerts: waiting, count } = usePending(resource, scope)
  const silences = useSilences(scope)
  const title = t('resources.alerts.names')
  useTitleCount(count, title)
  const set = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (value === null) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const flipTests = useCallback(() => set('tests', showTests ? 'no' : null), [set, showTests])
  const said = t('alerts.pendingCount', { count, number: formatNumber(locale, count) })
  const testsToggle = (
    <span className={tests}>
      <Toggle on={showTests} label={t('alerts.showTests')} onChange={flipTests} />
      <span aria-hidden="true">{t('alerts.showTests')}</span>
    </span>
  )
  return (
    <Page
      scrollsItself
      title={title}
      crumbs={
        account.userType === PRODUCT && client ? [{ label: client.name, href: `/clients/${client.id}/show` }] : []
      }
      actions={
        <SoundControl
          urgency={urgencyOf(waiting.filter((alert) => !isSilenced(alert, silences)))}
          silenced={silences.length > 0}
        >
          <Silences clientId={clientId} silences={silences} />
        </SoundControl>
      }
      badge={count > 0 && <Chip tone="alarm">{said}</Chip>}
    >
      <LostBanner feed={feed} />
      <div className={tools}>
        <Segments<Segment>
          label={t('alerts.segment')}
          options={segmentsFor(account).map((one) => [one, t(`alerts.segments.${one}`)] as const)}
          value={segment}
          onChange={(next) => set('view', next)}
        />
        {!isNarrow && testsToggle}
      </div>
      <Board
        key={JSON.stringify([segment, fixed])}
        resource={resource}
        where={fixed}
        order={orderOf(segment)}
        flipTests={flipTests}
        feed={feed}
        beside={isNarrow ? testsToggle : null}
      />
    </Page>
  )
}

const tools = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '2',
  flexShrink: '0',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBottom: '2',
  '& fieldset': { maxWidth: 'full' },
})
const tests = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: '2',
  color: 'fg.muted',
})
