import type { SiteOrTeam } from '../site-or-team'

/** A place of a client where people raise alerts: a school, a clinic, a city. */
export type Site = SiteOrTeam
