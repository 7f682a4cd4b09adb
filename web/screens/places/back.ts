import { mayDo } from '@tocsin/core/permissions'
import type { Profile } from '@tocsin/core/session'
import type { SiteOrTeam } from '@tocsin/core/resources/site-or-team'
import { resourceOf } from '../../data/nouns'

/** Tabs of the client's page in the stated order, counted from 1 (SITE-09, TEAM-05, A-052). */
const TAB = { sites: 3, teams: 4 }

/** The way up from a place: its client's tab, or the list for who may not see clients. */
export const backOf = (noun: 'sites' | 'teams', place: Pick<SiteOrTeam, 'ClientId'>, account: Profile): string =>
  mayDo(account, resourceOf('clients'), 'view') ? `/clients/${place.ClientId}/show/${TAB[noun]}` : `/${noun}`

/** A team opened as a site is shown as the team it is, and the other way round (SITE-08, A-071). */
export const nounOf = (place: Pick<SiteOrTeam, 'siteType'>): 'sites' | 'teams' =>
  place.siteType === 'team' ? 'teams' : 'sites'
