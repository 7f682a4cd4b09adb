import type { SiteOrTeam } from '../site-or-team'

/** A place that raises alerts: a school, a clinic, a city. */
export type Site = SiteOrTeam
