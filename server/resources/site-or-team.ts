import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import type { SiteManager, SiteOrTeam } from '@tocsin/core/resources/site-or-team'
import { zoneNamed } from '@tocsin/core/vocabulary/rules'
import { sql } from 'kysely'
import type { Context } from '../context/context'
import { addCode } from './sites/codes'
import { managersOfPlace, removeNames, writeManagers } from './sites/managers'

const computed = {
  App: sql`(select jsonb_build_object('name', a.name) from apps a where a.client_id = r.client_id and a.id = r.app_id)`,
  registrationCodes: sql`coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'code', c.code) order by c.id)
    from registration_codes c where c.client_id = r.client_id and c.site_id = r.id), '[]')`,
  MobileProfiles: managersOfPlace,
}

/** Writes the managers that a place names, which are profiles of it. */
async function alongside(context: Context, place: Draft & { id: number }, changes: Draft): Promise<void> {
  const managers = changes['MobileProfiles'] as SiteManager[] | undefined
  if (managers) await writeManagers(context, place['ClientId'] as number, [{ siteId: place.id, managers }])
}

async function remove(context: Context, place: SiteOrTeam, next: () => Promise<void>): Promise<void> {
  await removeNames(context, place.ClientId, place.id)
  await next()
}

const unique = { sites_tag: { field: 'tag' } }

/** Stores a time zone as the list spells it. A new place without a project belongs to its client's default one. */
async function prepare(context: Context, given: Draft, stored: unknown): Promise<Draft> {
  const zone = typeof given['timezone'] === 'string' ? zoneNamed(given['timezone'].trim()) : null
  const draft = zone ? { ...given, timezone: zone } : given
  if (stored || draft['ProjectId'] || typeof draft['ClientId'] !== 'number') return draft
  const { rows } = await sql<{ id: number }>`select id from projects
    where client_id = ${draft['ClientId']} and is_default`.execute(context.tx)
  return rows[0] ? { ...draft, ProjectId: rows[0].id } : draft
}

const actions = { addCode }

/** Hides a place's codes from a reader who may not view codes. */
const present = <P extends SiteOrTeam>(place: P, { actor }: Context): P =>
  mayDo(actor, registrationCodes, 'view') ? place : { ...place, registrationCodes: [] }

const found = {
  subtitle: sql`nullif(concat_ws(' · ', r.tag, nullif(concat_ws('/', r.location ->> 'city', r.location ->> 'state'), '')), '')`,
  words: sql`(select string_agg(c.code, E'\n' order by c.id) from registration_codes c
    where c.client_id = r.client_id and c.site_id = r.id)`,
}

/** The handlers that sites and teams share, since both are one table. */
export const place = { found, computed, unique, prepare, present, alongside, remove, actions }
