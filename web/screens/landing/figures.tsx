import type { ReactNode } from 'react'
import { formatCount, TOTAL_NAMES, TOTALS, type Dashboard } from '@tocsin/core/api/dashboard'
import { Card } from '../../ui/card'
import { CountedAt } from './counted-at'
import { Figure, figures } from './figure'
import { Loaded } from './loaded'
import { TimeUntilTaken } from './time-until-taken'
import type { Figures } from './use-dashboard'

/** The title of a card, and the client whose figures it has; absent: all that the reader sees. */
type FiguresOf = { title: string; clientId?: number | undefined }

/** The cards of a dashboard: how much there is of what the reader may see, and the time of the count. */
export function FiguresCard({
  title,
  query,
  clientId,
  children,
}: FiguresOf & { query: Figures; children?: ReactNode }) {
  return (
    <Card title={title} aside={<CountedAt query={query} />}>
      {children}
      <Loaded query={query} lines={2}>
        {(dashboard) => <Totals title={title} clientId={clientId} dashboard={dashboard} />}
      </Loaded>
    </Card>
  )
}

function Totals({ title, clientId, dashboard }: FiguresOf & { dashboard: Dashboard }) {
  const totals = TOTAL_NAMES.flatMap((name) => {
    const total = dashboard[name]
    return total ? [{ resource: TOTALS[name], ...total }] : []
  })
  const hasAlerts = dashboard.alerts !== undefined
  return (
    <ul className={figures} aria-label={title} data-count={totals.length + Number(hasAlerts)}>
      {totals.map(({ resource, total }) => (
        <Figure key={resource} resource={resource}>
          {formatCount(total)}
        </Figure>
      ))}
      {hasAlerts && <TimeUntilTaken clientId={clientId} />}
    </ul>
  )
}
