import { sites } from '@tocsin/core/resources/sites/index'
import { teams } from '@tocsin/core/resources/teams/index'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { defineOverrides } from '../../records/overrides'
import { place } from '../site-or-team'

/** Limits records that are read by id to sites if the actor may not see teams. */
const siteType = ({ actor }: Context, query: Draft) =>
  query['ids'] && !query['siteType'] && !mayDo(actor, teams, 'view')
    ? { condition: sql`r.site_type = 'site'`, columns: ['site_type'] }
    : undefined

export const sitesOverrides = defineOverrides(sites, {
  ...place,
  reads: {
    ...place.reads,
    searchable: { ...place.reads.searchable, condition: sql`r.site_type = 'site'` },
    where: { siteType },
  },
})
