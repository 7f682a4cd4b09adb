import { formatNumber } from '../vocabulary/i18n'
import type { Http, Query } from './http'

/** A count of active records in the reader's scope; of alerts without tests. */
export type Total = { total: number }
type Named = { id: number; name: string }

/** An app with the number of its active profiles (ENT-DASH-02). */
export type TopApp = { app: Named; users: number }
/** A site with the number of its active profiles, and its app (ENT-DASH-03). */
export type TopSite = { site: Named; users: number; app: Named | null }
/** The alerts of a day in Brazil (`YYYY-MM-DD`) without tests, and the tests beside them. */
export type AlertDay = { day: string; alerts: number; tests: number }

/**
 * How long alerts without tests and drills waited from their arrival until somebody first took them: the median of those that were
 * first taken in the last days (as many as in `alertDays`), and that of as many days before. It is the median of the
 * latest of them, at most `LATEST` of either period; null if there are none.
 */
export type TimeUntilTaken = {
  /** The time at which the last days begin. */
  from: string
  /** In milliseconds, as is `before`. */
  median: number | null
  before: number | null
}

/** The totals of a dashboard, each with the resource whose `view` permission it needs. */
export const TOTALS = {
  clients: 'clients',
  apps: 'apps',
  channels: 'channels',
  mobileUsers: 'mobile-users',
  mobileProfiles: 'maps',
  alerts: 'alerts',
} as const
export type TotalName = keyof typeof TOTALS
export const TOTAL_NAMES = Object.keys(TOTALS) as TotalName[]

/** The number of days in `alertDays`, of which the last is today. */
export const DAYS = 14

/** The number of alerts at most of which a `TimeUntilTaken` has the median. */
export const LATEST = 1000

/** The number of entries in `topApps` and `topSites` at most. */
export const TOP = 3

/**
 * Figures of the reader's scope (ENT-DASH-01, A-159). A figure is absent if the reader may not see its records, or if
 * the call does not answer it. A dashboard for any other user than staff and people of a client has none (DASH-03).
 */
export type Dashboard = {
  /** The time at which the figures hold. */
  timestamp: string
  topApps?: { list: TopApp[] }
  topSites?: { list: TopSite[] }
  /** The last days in order, those without alerts included. */
  alertDays?: { list: AlertDay[] }
  timeUntilTaken?: TimeUntilTaken
} & { [name in TotalName]?: Total }

/** Returns a count as people read it: with a dot between thousands, in both languages. */
export const formatCount = (count: number): string => formatNumber('pt-BR', count)

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** Returns a span of milliseconds by its two largest units, cut and not rounded: `1 min 12 s`, in both languages. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const first = UNITS.findIndex(([, length]) => seconds >= length)
  const shown = first === -1 ? UNITS.slice(-1) : UNITS.slice(first, first + 2)
  return shown
    .map(([unit, length], at) => `${Math.floor((at === 0 ? seconds : seconds % shown[0]![1]) / length)} ${unit}`)
    .join(' ')
}

const read = async (http: Http, path: string, query: Query = {}): Promise<Dashboard> =>
  (await http<Dashboard>({ method: 'GET', path, query })).data

/** Returns the totals of everything that the reader sees (DASH-10). */
export const readDashboard = (http: Http): Promise<Dashboard> => read(http, 'dashboard')

/**
 * Returns the figures of one client, or of all that the reader sees. Throws ApiError 404 for a client that they do not
 * see.
 */
export const readClientDashboard = (http: Http, clientId?: number): Promise<Dashboard> =>
  read(http, clientId === undefined ? 'dashboard/client' : `dashboard/client/${clientId}`)

/** Returns how long alerts waited until they were taken: those of one client, or all that the reader sees. */
export const readResponseDashboard = (http: Http, clientId?: number): Promise<Dashboard> =>
  read(http, clientId === undefined ? 'dashboard/response' : `dashboard/client/${clientId}/response`)

const among = (name: string, ids: readonly number[]): Query => (ids.length > 0 ? { [name]: ids.join(',') } : {})

/** Returns the apps with the most profiles, among these apps if there are any. */
export const readAppsDashboard = (http: Http, ids: readonly number[] = []): Promise<Dashboard> =>
  read(http, 'dashboard/apps', among('appId', ids))

/** Returns the sites with the most profiles, among these sites if there are any. */
export const readSitesDashboard = (http: Http, ids: readonly number[] = []): Promise<Dashboard> =>
  read(http, 'dashboard/sites', among('siteId', ids))
