import { same } from '@tocsin/core/base/same'
import { resourceNameOf, type SiteType } from '@tocsin/core/resources/site-type'
import type { SiteDraft } from '@tocsin/core/resources/sites/csv-row'
import { sites } from '@tocsin/core/resources/sites/index'
import type { Site } from '@tocsin/core/resources/sites/types'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { differences, auditStatement } from '../../records/audit'
import { writeSiteCodes } from './codes'
import type { ReadRow } from './import-recognise'
import { writeManagers } from './managers'

/** A site that a row of the sheet changes. */
export type Update = { from: ReadRow; id: number; before: Site; after: SiteDraft }

type Planned = { created: readonly ReadRow[]; updated: readonly Update[]; apps: ReadonlyMap<string, number> }

/** Writes the plan, with one statement for each kind of work. Its codes are reserved by now. */
export async function writeSites(
  context: Context,
  clientId: number,
  siteType: SiteType,
  { created, updated, apps }: Planned,
): Promise<void> {
  const appId = ({ App }: SiteDraft) => (App ? (apps.get(App.name) ?? null) : null)
  const ids = await insertSites(context, clientId, siteType, created, appId)
  await updateSites(context, clientId, updated, appId)
  await writeManagers(context, clientId, [
    ...created.flatMap(({ draft }, index) =>
      draft.MobileProfiles.length > 0 ? [{ siteId: ids[index] ?? 0, managers: draft.MobileProfiles }] : [],
    ),
    ...updated.flatMap(({ id, before, after }) =>
      same(before.MobileProfiles, after.MobileProfiles) ? [] : [{ siteId: id, managers: after.MobileProfiles }],
    ),
  ])
  await writeSiteCodes(context, { clientId, verb: 'import' }, [
    ...created.flatMap(({ draft }, index) => wanted(draft, []).map((code) => ({ siteId: ids[index] ?? 0, code }))),
    ...updated.flatMap(({ from, id, before }) =>
      wanted(from.draft, before.registrationCodes).map((code) => ({ siteId: id, code })),
    ),
  ])
}

const record = (draft: SiteDraft, appId: number | null) => ({
  name: draft.name,
  tag: draft.tag,
  location: draft.location,
  lat: draft.lat,
  lng: draft.lng,
  radius: draft.radius,
  reference_point: draft.referencePoint,
  app_id: appId,
  timezone: draft.timezone,
})

const RECORD = sql`name text, tag text, location jsonb, lat double precision, lng double precision, radius double precision,
  reference_point text, app_id int, timezone text`

/** Writes new sites with their history, in one statement. Returns their ids in the order of the rows. */
async function insertSites(
  context: Context,
  clientId: number,
  siteType: SiteType,
  rows: readonly ReadRow[],
  appId: (draft: SiteDraft) => number | null,
): Promise<number[]> {
  if (rows.length === 0) return []
  const now = new Date(context.parts.now()).toISOString()
  const data = JSON.stringify(
    rows.map(({ draft }, n) => ({
      n,
      ...record(draft, appId(draft)),
      changes: differences(sites.fields, null, { ...draft, registrationCodes: null, appId: appId(draft) }),
    })),
  )
  const resource = resourceNameOf(siteType)
  const inserted = await sql<{ id: number }>`
    with input as materialized (
      select nextval(pg_get_serial_sequence('sites', 'id'))::int as id, x.*
      from jsonb_to_recordset(${data}::jsonb) as x(n int, changes jsonb, ${RECORD})
    ), project as (select id from projects where client_id = ${clientId} and is_default),
    written as (
      insert into sites (id, client_id, site_type, project_id, created_at, updated_at,
        name, tag, location, lat, lng, radius, reference_point, app_id, timezone)
      select id, ${clientId}, ${siteType}, (select id from project), ${now}, ${now},
        name, tag, location, lat, lng, radius, reference_point, app_id, timezone from input order by n
    ), remembered as (
      ${auditStatement(context, { noun: resource, verb: 'import', clientId }, sql`select id, id as site_id, changes from input order by n`)}
    )
    select id from input order by n`.execute(context.tx)
  return inserted.rows.map(({ id }) => id)
}

async function updateSites(
  context: Context,
  clientId: number,
  updates: readonly Update[],
  appId: (draft: SiteDraft) => number | null,
): Promise<void> {
  if (updates.length === 0) return
  const now = new Date(context.parts.now()).toISOString()
  const data = updates.map(({ id, before, after }) => {
    // Two apps may have the same name: an unchanged name keeps its app.
    const app = same(before.App, after.App) ? before.appId : appId(after)
    return {
      id,
      ...record(after, app),
      changes: differences(sites.fields, before, { ...before, ...after, appId: app }),
    }
  })
  await sql`
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(data)}::jsonb) as x(id int, changes jsonb, ${RECORD})
    ), written as (
      update sites s set name = i.name, tag = i.tag, location = i.location, lat = i.lat, lng = i.lng, radius = i.radius,
        reference_point = i.reference_point, app_id = i.app_id, timezone = i.timezone, version = s.version + 1, updated_at = ${now}
      from input i where s.client_id = ${clientId} and s.id = i.id
    )
    ${auditStatement(
      context,
      { noun: resourceNameOf(updates[0]?.before.siteType ?? 'site'), verb: 'import', clientId },
      sql`select id, id as site_id, changes from input`,
    )}`.execute(context.tx)
}

/** Returns the codes of a row that its site lacks. */
export function wanted({ registrationCodes }: SiteDraft, has: readonly { code: string }[]): string[] {
  return registrationCodes.flatMap(({ code }) => (has.some((one) => one.code === code) ? [] : [code]))
}
