import type { SiteOrTeam } from '../site-or-team'

/** A group of people that moves, in its own time zone: an ambulance crew, a patrol. */
export type Team = SiteOrTeam
