import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { formatCount } from '@tocsin/core/api/dashboard'
import type { ListQuery, Page as RowsPage } from '@tocsin/core/api/client'
import type { ApiError } from '@tocsin/core/base/errors'
import type { ResourceName } from '@tocsin/core/resources/index'
import { may, mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { client } from '../../data/api'
import { listKey } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { useSelectedClient } from '../../data/selected-client'
import { listHref } from '../../navigation/hrefs'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { Card } from '../../ui/card'
import { Icon, type IconName } from '../../ui/icon'
import { useT } from '../../words'
import { Loaded } from './loaded'

type Wait = {
  name: string
  icon: IconName
  resource: ResourceName
  /** The permission to do something about it. */
  can: string
  where: ListQuery
  /** The oldest comes first. */
  order: string
  /** The list that it leads to, by default its own, and the filters there. */
  place?: ResourceName
  filters: string
  urgent?: boolean
}

const WAITS: readonly Wait[] = [
  {
    name: 'alerts',
    icon: 'bell',
    resource: 'alerts',
    can: 'alerts:view',
    where: { open: true, status: 'pending', test: false },
    order: 'id ASC',
    filters: 'view=pending&tests=no',
    urgent: true,
  },
  {
    name: 'profiles',
    icon: 'userCheck',
    resource: 'maps',
    can: 'maps:approve',
    where: { status: 'pending' },
    order: 'createdAt ASC',
    filters: 'status=pending',
  },
  {
    name: 'deliveries',
    icon: 'satelliteDish',
    resource: 'alert-assignments',
    can: 'monitoring-providers:view',
    where: { delivery: 'failing' },
    order: 'id ASC',
    place: 'alerts',
    filters: 'open=true',
  },
]

/** The work that waits for the reader: its amount, its age, and the list where it is done. Each row loads and fails alone. */
export function Waits() {
  const t = useT()
  const { locale } = usePreferences()
  const account = useAccount()
  const { id: clientId } = useSelectedClient()
  const waits = WAITS.filter(({ resource, can }) => may(account, can) && mayDo(account, resourceOf(resource), 'view'))
  const answers = useQueries({
    queries: waits.map(({ resource, where, order }) => {
      const { tenant } = resourceOf(resource)
      const query = { limit: 1, order, ...where, ...(tenant && clientId !== null ? { [tenant]: clientId } : {}) }
      return {
        queryKey: listKey(account.id, resource, query),
        queryFn: () => client.list(resourceOf(resource), query) as Promise<RowsPage<Row>>,
        staleTime: 0,
      }
    }),
  }) as UseQueryResult<RowsPage<Row>, ApiError>[]
  if (waits.length === 0) return null
  const isQuiet = answers.every(({ data }) => data?.total === 0)
  const checked = Math.max(...answers.map(({ dataUpdatedAt }) => dataUpdatedAt))
  return (
    <Card title={t('landing.waits.title')}>
      {isQuiet ? (
        <p className={nothing}>
          {t('landing.waits.none', { time: dateText(new Date(checked).toISOString(), locale) })}
        </p>
      ) : (
        <ul aria-label={t('landing.waits.title')}>
          {waits.map((wait, at) => (
            <Waiting key={wait.name} wait={wait} query={answers[at]!} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Waiting({ wait, query }: { wait: Wait; query: UseQueryResult<RowsPage<Row>, ApiError> }) {
  const t = useT()
  const { locale } = usePreferences()
  const { name, icon, resource, place = resource, filters, urgent } = wait
  if (query.data?.total === 0 && !query.error) return null
  return (
    <li className={item}>
      <Loaded query={query} lines={1}>
        {({ rows: [oldest], total }) => (
          <Link className={row} href={`${listHref(place)}?${filters}`} data-step>
            <Icon name={icon} />
            <span className={count} data-urgent={urgent}>
              {formatCount(total)}
            </span>
            <span className={words}>
              <span>{t(`landing.waits.${name}`)}</span>
              {oldest && (
                <span className={muted}>
                  {t('landing.waits.since', { time: dateText(String(oldest['createdAt']), locale) })}
                </span>
              )}
            </span>
            <Icon name="chevronRight" />
          </Link>
        )}
      </Loaded>
    </li>
  )
}

const nothing = css({ padding: '4', color: 'fg.muted' })
const item = css({ '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' } })
const row = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '[56px]',
  paddingInline: '4',
  paddingBlock: '2',
  color: 'fg.default',
  textDecoration: 'none',
  outlineOffset: '[-2px]',
  _hover: { background: 'bg.hover' },
  '& svg': { color: 'fg.muted', flexShrink: '0' },
})
const count = css({
  textStyle: 'heading',
  minWidth: '[2ch]',
  textAlign: 'end',
  '&[data-urgent=true]': { color: 'alarm.fg' },
})
const words = css({ display: 'grid', flex: '1', minWidth: '0', overflowWrap: 'anywhere' })
const muted = css({ color: 'fg.muted', textStyle: 'small' })
