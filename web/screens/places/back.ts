import { mayDo } from '@tocsin/core/permissions'
import type { Profile } from '@tocsin/core/session'
import type { SiteOrTeam } from '@tocsin/core/resources/site-or-team'
import type { PlaceNoun } from '@tocsin/core/resources/site-type'
import { resourceOf } from '../../data/nouns'

/** Tabs of the client's page in the stated order, counted from 1 (SITE-09, TEAM-05, A-052). */
const TAB = { sites: 3, teams: 4 }

/** The way up from a place: its client's tab, or the list for who may not see clients. */
export const backOf = (noun: PlaceNoun, place: Pick<SiteOrTeam, 'ClientId'>, account: Profile): string =>
  mayDo(account, resourceOf('clients'), 'view') ? `/clients/${place.ClientId}/show/${TAB[noun]}` : `/${noun}`
