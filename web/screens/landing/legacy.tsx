import { formatCount } from '@tocsin/core/api/dashboard'
import type { ListQuery } from '@tocsin/core/api/client'
import type { ResourceName } from '@tocsin/core/resources/index'
import { may } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { useList } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { Card } from '../../ui/card'
import { useT } from '../../words'
import { CountedAt } from './counted-at'
import { Figure, figures } from './figure'
import { Trouble } from './loaded'
import { TimeUntilTaken } from './time-until-taken'
import { useOwnFigures } from './use-dashboard'

/** The lists that have a card, with the filter for active records where the list itself shows others as well. */
const LISTS = {
  sites: {},
  teams: {},
  'monitoring-providers': {},
  maps: { status: 'active' },
} satisfies Partial<Record<ResourceName, ListQuery>>
/** The cards that people of one site do not see (DASH-07). */
const OF_ALL_SITES: ReadonlySet<string> = new Set(['sites', 'teams'])

/** The dashboard of a client's people where their own section is switched off (DASH-06, A-105). */
export function LegacyCards() {
  const t = useT()
  const account = useAccount()
  const seen = (Object.keys(LISTS) as (keyof typeof LISTS)[]).filter(
    (resource) => may(account, `${resource}:view`) && !(account.SiteId !== null && OF_ALL_SITES.has(resource)),
  )
  const hasAlerts = may(account, 'alerts:view')
  return (
    <Card title={t('landing.counts')} aside={<CountedAt query={useOwnFigures()} />}>
      <ul className={figures} aria-label={t('landing.counts')} data-count={seen.length + (hasAlerts ? 2 : 0)}>
        {seen.map((resource) => (
          <LegacyCard key={resource} resource={resource} active={LISTS[resource]} />
        ))}
        {hasAlerts && (
          <>
            <AlertsCard />
            <TimeUntilTaken />
          </>
        )}
      </ul>
    </Card>
  )
}

function LegacyCard({ resource, active }: { resource: ResourceName; active: ListQuery }) {
  const query = useList(resourceOf(resource), { limit: 1, ...active })
  const { data, error } = query
  return (
    <Figure resource={resource} trouble={error && <Trouble query={query} />}>
      {data ? formatCount(data.total) : '–'}
    </Figure>
  )
}

/** Counts the alerts without tests, as dashboards do. */
function AlertsCard() {
  const query = useOwnFigures()
  return (
    <Figure resource="alerts" trouble={query.error && <Trouble query={query} />}>
      {query.data?.alerts ? formatCount(query.data.alerts.total) : '–'}
    </Figure>
  )
}
