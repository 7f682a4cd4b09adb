import type { ListQuery } from '@tocsin/core/api/client'
import { beginOf, endOf } from '@tocsin/core/resources/alerts/days'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { PRODUCT } from '@tocsin/core/base/constants'
import type { Viewer } from '@tocsin/core/vocabulary/permissions'

/** The segments of the board. Staff of the provider alone see which alerts nobody was assigned to. */
export const SEGMENTS = ['open', 'oldest', 'pending', 'unassigned', 'mine', 'resolved', 'all'] as const
export type Segment = (typeof SEGMENTS)[number]

const WHERE: Readonly<Record<Segment, ListQuery>> = {
  open: { open: true },
  oldest: { open: true },
  pending: { open: true, status: 'pending' },
  unassigned: { open: true, status: 'not-assigned' },
  mine: { open: true, mine: true },
  resolved: { open: false },
  all: {},
}

/** Returns the filters that a segment fixes. Resolved alerts are those of today, in the reader's zone. */
export const whereOf = (segment: Segment, showTests: boolean): ListQuery => ({
  ...WHERE[segment],
  ...(segment === 'resolved' ? { resolvedFrom: new Date(new Date().setHours(0, 0, 0, 0)).toISOString() } : {}),
  ...(showTests ? {} : { test: false }),
})

/** Returns the order of a segment: the newest first (ALERT-01), but the oldest first among those that wait. */
export const orderOf = (segment: Segment): string => (segment === 'oldest' ? 'id ASC' : 'id DESC')

export const segmentsFor = ({ userType }: Viewer): readonly Segment[] =>
  SEGMENTS.filter((one) => one !== 'unassigned' || userType === PRODUCT)

/** The filters of a link to the board that a segment would contradict. */
const OWN_FILTERS = ['status', 'open', 'mine', 'from', 'to', 'ids']

/** Returns the segment that an address asks for: the open alerts, unless it has filters of its own. */
export function segmentIn(params: URLSearchParams, viewer: Viewer): Segment {
  const asked = params.get('view')
  const known = segmentsFor(viewer).find((one) => one === asked)
  return known ?? (OWN_FILTERS.some((name) => params.has(name)) ? 'all' : 'open')
}

/** Returns whether an alert is among those of a list, as far as the alert itself tells. */
export function isAmong(alert: Alert, where: ListQuery, viewerId: number): boolean {
  const { status, open, mine, test, priority, resolvedFrom, ClientId, SiteId, from, to, ids } = where
  const cameAt = Date.parse(alert.createdAt)
  const isAs = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value
  return (
    isAs(status === 'not-assigned' ? 'pending' : status, alert.status) &&
    (status !== 'not-assigned' || alert.MonitoringProviders.length === 0) &&
    isAs(open, alert.resolvedAt === null) &&
    (typeof resolvedFrom !== 'string' || Date.parse(alert.resolvedAt ?? '') >= Date.parse(resolvedFrom)) &&
    (typeof from !== 'string' || cameAt >= beginOf(from)) &&
    (typeof to !== 'string' || cameAt <= endOf(to)) &&
    (!Array.isArray(ids) || ids.includes(alert.id)) &&
    (mine !== true || alert.takenBy?.id === viewerId) &&
    isAs(test, alert.test) &&
    isAs(priority, alert.priority) &&
    isAs(ClientId, alert.ClientId) &&
    isAs(SiteId, alert.SiteId)
  )
}
