import { sites } from '@tocsin/core/resources/sites/index'
import { teams } from '@tocsin/core/resources/teams/index'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { serve } from '../../records/serve'
import { place } from '../site-or-team'

/** Limits sites read by id, of either type, to the type that the asker may see. */
const siteType = ({ actor }: Context, query: Draft) =>
  query['ids'] && !query['siteType'] && !mayDo(actor, teams, 'view')
    ? { condition: sql`r.site_type = 'site'`, columns: ['site_type'] }
    : undefined

export const servedSites = serve(sites, {
  ...place,
  reads: {
    ...place.reads,
    found: { ...place.reads.found, where: sql`r.site_type = 'site'` },
    where: { siteType },
  },
})
