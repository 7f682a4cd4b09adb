import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Profile } from '@tocsin/core/api/session'
import type { SiteOrTeam } from '@tocsin/core/resources/site-or-team'
import type { PlaceResourceName } from '@tocsin/core/resources/site-type'
import { resourceOf } from '../../data/resources'
import { clientTabHref } from '../../navigation/client-tabs'

/** Returns the parent page: the client's tab, or the list if clients are not visible (SITE-09, TEAM-05, A-053). */
export const backOf = (resource: PlaceResourceName, place: Pick<SiteOrTeam, 'ClientId'>, account: Profile): string =>
  mayDo(account, resourceOf('clients'), 'view') ? clientTabHref(place.ClientId, resource) : `/${resource}`
