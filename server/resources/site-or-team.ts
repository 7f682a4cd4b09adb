import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import type { SiteManager, SiteOrTeam } from '@tocsin/core/resources/site-or-team'
import { zoneNamed } from '@tocsin/core/vocabulary/rules'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context/context'
import { onlyClientOf, type Save, type Saved, type Written } from '../records/save'
import { addCode } from './sites/codes'
import { managersOfPlace, removeNames, writeManagers } from './sites/managers'

const computed = {
  App: sql`(select jsonb_build_object('name', a.name) from apps a where a.client_id = r.client_id and a.id = r.app_id)`,
  registrationCodes: sql`coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'code', c.code) order by c.id)
    from registration_codes c where c.client_id = r.client_id and c.site_id = r.id), '[]')`,
  MobileProfiles: managersOfPlace,
}

/** Writes the managers of a site or team, if they changed. Each manager is stored as a mobile profile. */
async function saveManagers<P extends SiteOrTeam>(
  save: Save<P>,
  { id, values, changedFields }: Written<P>,
): Promise<void> {
  const managers = changedFields['MobileProfiles'] as SiteManager[] | undefined
  if (managers) await writeManagers(save, values['ClientId'] as number, [{ siteId: id, managers }])
}

/** Returns the draft with its time zone spelled as in the list of zones. */
function withCanonicalZone(draft: Draft): Draft {
  const zone = typeof draft['timezone'] === 'string' ? zoneNamed(draft['timezone'].trim()) : null
  return zone ? { ...draft, timezone: zone } : draft
}

/** Returns the draft with the client's default project if it has no project. */
async function withDefaultProject({ tx, actor }: Context, draft: Draft): Promise<Draft> {
  const clientId = draft['ClientId'] ?? onlyClientOf(actor)
  if (draft['ProjectId'] || typeof clientId !== 'number') return draft
  const { rows } = await sql<{ id: number }>`select id from projects
    where client_id = ${clientId} and is_default`.execute(tx)
  return rows[0] ? { ...draft, ProjectId: rows[0].id } : draft
}

async function create<P extends SiteOrTeam>(save: Save<P>, draft: Draft): Promise<Saved<P>> {
  const stored = await save.store(await save.new(await withDefaultProject(save, withCanonicalZone(draft))))
  await saveManagers(save, stored)
  return save.history(stored)
}

async function update<P extends SiteOrTeam>(save: Save<P>, place: P, changes: Draft): Promise<Saved<P>> {
  const stored = await save.store(await save.change(place, withCanonicalZone(changes)))
  await saveManagers(save, stored)
  return save.history(stored)
}

async function remove<P extends SiteOrTeam>(save: Save<P>, place: P): Promise<Saved<P>> {
  await removeNames(save, place.ClientId, place.id)
  await save.requireUnused(place)
  return save.history(await save.delete(place))
}

/** Hides a place's codes from a reader who may not view codes. */
const visibleRegistrationCodes = (place: SiteOrTeam, { actor }: Context) =>
  mayDo(actor, registrationCodes, 'view') ? place.registrationCodes : []

const searchable = {
  subtitle: sql`nullif(concat_ws(' · ', r.tag, nullif(concat_ws('/', r.location ->> 'city', r.location ->> 'state'), '')), '')`,
  extraText: sql`(select string_agg(c.code, E'\n' order by c.id) from registration_codes c
    where c.client_id = r.client_id and c.site_id = r.id)`,
  beyond: (patterns: RawBuilder<unknown>) => sql`select c.site_id from registration_codes c
    where c.id = any (array(select tocsin_search_registration_codes(${patterns})))`,
}

/** The overrides that sites and teams share, since both are one table. */
export const place = {
  reads: { searchable, computed, derived: { registrationCodes: visibleRegistrationCodes } },
  writes: { create, update, remove },
  unique: { sites_tag: { field: 'tag' } },
  actions: { addCode },
}
