import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import { sites } from '@tocsin/core/resources/sites/index'
import { teams } from '@tocsin/core/resources/teams/index'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { defineOverrides, type Condition } from '../../records/overrides'
import { place } from '../site-or-team'

/** Limits records that are read by id to sites if the actor may not see teams. */
const siteType = ({ actor }: Context, query: Draft) =>
  query['ids'] && !query['siteType'] && !mayDo(actor, teams, 'view')
    ? { condition: sql`r.site_type = 'site'`, columns: ['site_type'] }
    : undefined

/** Returns the condition for sites with or without a registration code, as far as the actor sees codes. */
function codes({ actor }: Context, query: Draft): Condition | null {
  const wanted = new Set([query['codes'] ?? []].flat())
  if (wanted.size !== 1) return null
  const has = mayDo(actor, registrationCodes, 'view')
    ? sql`exists (select from registration_codes c where c.client_id = r.client_id and c.site_id = r.id)`
    : sql`false`
  return { condition: wanted.has('with') ? has : sql`not ${has}` }
}

export const sitesOverrides = defineOverrides(sites, {
  ...place,
  reads: {
    ...place.reads,
    searchable: { ...place.reads.searchable, condition: sql`r.site_type = 'site'` },
    where: { siteType, codes },
  },
})
