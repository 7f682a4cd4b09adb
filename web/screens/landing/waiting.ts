import { formatCount } from '@tocsin/core/api/dashboard'
import type { ListQuery, Page as RowsPage } from '@tocsin/core/api/client'
import type { Locale } from '@tocsin/core/base/constants'
import type { AlertAssignment } from '@tocsin/core/resources/alert-assignments/types'
import type { ResourceName } from '@tocsin/core/resources/index'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Row } from '../../data/row'
import { listHref } from '../../navigation/hrefs'
import { dateText } from '../../record/display'
import type { IconName } from '../../ui/icon'
import { spanInWords } from './span'

type Found = RowsPage<Row>

/** A kind of work that waits for the reader. Its words are below `landing.waits`, by its name. */
export type Wait = {
  name: string
  icon: IconName
  resource: ResourceName
  /** The permission to do something about it. */
  can: string
  where: ListQuery
  /** The oldest comes first. */
  order: string
  /** The number of records that are read beside their count. */
  limit: number
  /** Returns the list where the work is done. */
  href: (found: Found) => string
  /** Returns the age of the oldest, or the cause. */
  why: (found: Found, words: { t: Translate; locale: Locale }) => string
  urgent?: boolean
  /** The work of one client at a time: staff have it once they have chosen a client. */
  ofClient?: boolean
}

const since: Wait['why'] = ({ rows: [oldest] }, { t, locale }) =>
  oldest
    ? t('landing.waits.since', { span: spanInWords(Date.now() - Date.parse(String(oldest['createdAt'])), locale) })
    : ''

/** The number of deliveries of which the alerts are listed. */
const DELIVERIES = 50

/** Returns the provider, the reason and the time of the next attempt of the oldest delivery that fails. */
const cause: Wait['why'] = ({ rows, total }, { t, locale }) => {
  const deliveries = rows as unknown as AlertAssignment[]
  const [oldest] = deliveries
  if (!oldest) return ''
  const names = new Set(deliveries.map(({ MonitoringProvider }) => MonitoringProvider?.name ?? ''))
  const more = names.size > 1 ? ` +${formatCount(names.size - 1)}` : ''
  const { MonitoringProvider: provider, code, nextAttemptAt } = oldest
  return [
    `${provider?.name ?? ''}${more}`,
    code && t(`resources.alert-deliveries.choices.outcome.${code}`),
    nextAttemptAt && t('landing.waits.next', { time: dateText(nextAttemptAt, locale) }),
    total > DELIVERIES && t('landing.waits.oldest', { count: DELIVERIES }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The work that may wait, in the order of its rows. */
export const WAITS: readonly Wait[] = [
  {
    name: 'alerts',
    icon: 'bell',
    resource: 'alerts',
    can: 'alerts:view',
    where: { open: true, status: 'pending', test: false },
    order: 'id ASC',
    limit: 1,
    href: () => `${listHref('alerts')}?view=pending&tests=no`,
    why: since,
    urgent: true,
  },
  {
    name: 'profiles',
    icon: 'userCheck',
    resource: 'maps',
    can: 'maps:approve',
    where: { status: 'pending' },
    order: 'createdAt ASC',
    limit: 1,
    href: () => `${listHref('maps')}?status=pending`,
    why: since,
  },
  {
    name: 'sites',
    icon: 'mapPin',
    resource: 'sites',
    can: 'registration-codes:update',
    where: { codes: 'without' },
    order: 'id ASC',
    limit: 1,
    href: () => `${listHref('sites')}?codes=without`,
    why: since,
    ofClient: true,
  },
  {
    name: 'deliveries',
    icon: 'satelliteDish',
    resource: 'alert-assignments',
    can: 'monitoring-providers:view',
    where: { delivery: 'failing' },
    order: 'id ASC',
    limit: DELIVERIES,
    // No list has deliveries: they are shown with their alerts.
    href: ({ rows }) => {
      const ids = new Set((rows as unknown as AlertAssignment[]).map(({ AlertId }) => AlertId))
      return `${listHref('alerts')}?ids=${[...ids].join(',')}`
    },
    why: cause,
  },
]
