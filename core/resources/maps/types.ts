import type { Bookkeeping } from '../../vocabulary/resource'

export const MAP_STATUSES = ['pending', 'active', 'deactivated'] as const
export type MapStatus = (typeof MAP_STATUSES)[number]

/** A mobile profile: a person of the mobile app in one client, joined to a site or a team. */
export type MobileProfile = Bookkeeping & {
  name: string
  ClientId: number
  SiteId: number | null
  Site: { name: string } | null
  /** Waiting for approval, approved, or switched off. */
  status: MapStatus
  role: 'manager' | 'worker'
  /** The version of the app that the person last used. */
  appVersion: string | null
  profileProps: { email: string | null; phone: string | null; job: string | null }
  /** True for the first of the managers who look after their site (ENT-SITE-06). */
  siteManager: boolean
  /** The id of the mobile user behind the profile, the same in all places that they have joined. */
  MobileUserUuid: string | null
}
