import { differingColumns, siteImport, teamImport, type SiteDraft } from '@tocsin/core/resources/sites/csv'
import { FIELD_OF } from '@tocsin/core/resources/sites/csv-columns'
import { sites } from '@tocsin/core/resources/sites/index'
import type { Site } from '@tocsin/core/resources/sites/types'
import { sql } from 'kysely'
import { differences, same } from './audit'
import type { Context } from './handlers'
import { serveNoun } from './nouns'
import { writeManagers } from './resources/managers'
import { siteHandlers } from './resources/sites'
import { readRows, type ImportOutcome, type ReadRow as SheetRow } from './sheet-rows'

export type ImportOptions = {
  mode: 'create' | 'upsert'
  siteType: 'site' | 'team'
  /** Where this is a part of a file: which rows have how many before them of the same name and address, without a tag. */
  twins: ReadonlyMap<number, number>
}

type ReadRow = SheetRow<SiteDraft>
type Update = { id: number; before: Site; after: SiteDraft; columns: string[] }

const stored = serveNoun(sites, siteHandlers)

/**
 * Carries out an import of at most a chunk in the transaction it is given: the same reader and rules as the terminal's, then
 * the sites are recognised, and written in as many statements as there are kinds of work, however many rows.
 */
export async function importSites(
  context: Context,
  clientId: number,
  bytes: Uint8Array,
  { mode, siteType, twins }: ImportOptions,
): Promise<ImportOutcome> {
  const sheet = await readRows(bytes, siteType === 'team' ? teamImport : siteImport, twins)
  const { good, outcome, refuse } = sheet
  const apps = await appsByName(context, clientId)
  const known = await recognise(context, clientId, siteType, good)

  const created: ReadRow[] = []
  const updated: (Update & { from: ReadRow })[] = []
  for (const one of good) {
    if (one.draft.App && !apps.has(one.draft.App.name)) {
      refuse(one, 'siteApp', 'unknown_app')
      continue
    }
    const before = known(one)
    if (!before) {
      // Of several that are alike as many are known again as there are; one more would be another of the same.
      if (one.nth > 0) refuse(one, 'siteName', 'duplicate', one.like === null ? {} : { line: one.like })
      else created.push(one)
      continue
    }
    const columns = differingColumns(before, one.draft, sheet.columns)
    if (columns.length === 0) outcome.unchanged++
    else if (sheet.differs(one, columns, mode))
      updated.push({ from: one, id: before.id, before, after: merged(before, one.draft, sheet.columns), columns })
  }

  const appId = (draft: SiteDraft) => (draft.App ? (apps.get(draft.App.name) ?? null) : null)
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
  const codes = [
    ...created.flatMap((one, index) => wanted(one, ids[index] ?? 0, [])),
    ...updated.flatMap(({ from, id, before }) => wanted(from, id, before.registrationCodes)),
  ]
  const taken = new Set(await insertCodes(context, clientId, codes))
  for (const one of taken) refuse(one, 'siteAppCode', 'code_taken')
  outcome.created = created.filter((one) => !taken.has(one)).length
  outcome.updated = updated.filter(({ from }) => !taken.has(from)).length
  return outcome
}

async function appsByName({ tx }: Context, clientId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from apps
    where client_id = ${clientId} order by id desc`.execute(tx)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

const placeKey = (name: string, address: string, nth: number) => `${name}\u0000${address}\u0000${nth}`

/**
 * The stored site of a row: by its tag, else by name and address among those without one, the n-th such row being the n-th
 * such site by id, which is the order of an export.
 */
async function recognise(context: Context, clientId: number, siteType: string, rows: ReadRow[]) {
  const tags = rows.flatMap(({ draft }) => (draft.tag === null ? [] : [draft.tag]))
  const places = rows.flatMap(({ draft, nth }) =>
    draft.tag === null ? [{ name: draft.name, address: draft.location.formatted, nth }] : [],
  )
  const select = sql`select ${stored.selection(null)} from sites r where r.client_id = ${clientId} and r.site_type = ${siteType}`
  const byTag = new Map<string, Site>()
  const byPlace = new Map<string, Site>()
  if (tags.length > 0) {
    const found = await sql<Site>`${select} and r.tag = any (${tags})`.execute(context.tx)
    for (const site of found.rows) byTag.set(site.tag ?? '', site)
  }
  if (places.length > 0) {
    const found = await sql<Site & { 'nth()': number }>`
      with wanted as (
        select name, address, min(nth) as first, max(nth) as last
        from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as x(name text, address text, nth int)
        group by name, address
      ), alike as (
        select r.id, w.first, w.last, row_number() over (partition by w.name, w.address order by r.id) - 1 as nth
        from wanted w join sites r on r.client_id = ${clientId} and r.site_type = ${siteType} and r.tag is null
          and r.name = w.name and r.location ->> 'formatted' = w.address
      )
      select ${stored.selection(null)}, alike.nth::int as "nth()" from alike join sites r on r.id = alike.id
      where alike.nth between alike.first and alike.last`.execute(context.tx)
    for (const { 'nth()': nth, ...site } of found.rows)
      byPlace.set(placeKey(site.name, site.location.formatted, nth), site)
  }
  return ({ draft, nth }: ReadRow) =>
    draft.tag === null ? byPlace.get(placeKey(draft.name, draft.location.formatted, nth)) : byTag.get(draft.tag)
}

/** The stored site with what the file's columns say; of what it has no column for nothing changes. */
function merged(before: Site, draft: SiteDraft, columns: readonly string[]): SiteDraft {
  const after = structuredClone(before) as SiteDraft
  const fields = new Set(columns.map((column) => FIELD_OF.get(column)?.split('.')[0]))
  for (const field of ['name', 'tag', 'lat', 'lng', 'radius', 'referencePoint', 'App', 'timezone'] as const)
    if (fields.has(field)) Object.assign(after, { [field]: draft[field] })
  for (const column of columns) {
    const [group, part] = FIELD_OF.get(column)?.split('.') ?? []
    if (group === 'location' && part)
      Object.assign(after.location, { [part]: draft.location[part as keyof SiteDraft['location']] })
  }
  if (fields.has('MobileProfiles')) after.MobileProfiles = [...draft.MobileProfiles, ...before.MobileProfiles.slice(1)]
  return after
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

/** New sites with their history, in one statement; their ids in the order of the rows. */
async function insertSites(
  { tx, parts, actor, requestId }: Context,
  clientId: number,
  siteType: string,
  rows: ReadRow[],
  appId: (draft: SiteDraft) => number | null,
): Promise<number[]> {
  if (rows.length === 0) return []
  const now = new Date(parts.now()).toISOString()
  const data = JSON.stringify(rows.map(({ draft }, n) => ({ n, ...record(draft, appId(draft)) })))
  const noun = siteType === 'team' ? 'teams' : 'sites'
  const inserted = await sql<{ id: number }>`
    with input as materialized (
      select nextval(pg_get_serial_sequence('sites', 'id'))::int as id, x.*
      from jsonb_to_recordset(${data}::jsonb) as x(n int, ${RECORD})
    ), project as (select id from projects where client_id = ${clientId} and is_default),
    written as (
      insert into sites (id, client_id, site_type, project_id, created_at, updated_at,
        name, tag, location, lat, lng, radius, reference_point, app_id, timezone)
      select id, ${clientId}, ${siteType}, (select id from project), ${now}, ${now},
        name, tag, location, lat, lng, radius, reference_point, app_id, timezone from input order by n
    ), remembered as (
      insert into audit_events (created_at, noun, record_id, verb, client_id, site_id, user_id, username, impersonator_id,
        impersonator, session_id, request_id, changes)
      select ${now}, ${noun}, id, 'import', ${clientId}, id, ${actor.id}, ${actor.username},
        ${actor.impersonator?.id ?? null}, ${actor.impersonator?.username ?? null}, ${actor.sid}, ${requestId},
        jsonb_build_object('name', jsonb_build_object('before', null, 'after', name),
          'tag', jsonb_build_object('before', null, 'after', tag),
          'location', jsonb_build_object('before', null, 'after', location),
          'lat', jsonb_build_object('before', null, 'after', lat),
          'lng', jsonb_build_object('before', null, 'after', lng),
          'radius', jsonb_build_object('before', null, 'after', radius)) from input order by n
    )
    select id from input order by n`.execute(tx)
  return inserted.rows.map(({ id }) => id)
}

async function updateSites(
  { tx, parts, actor, requestId }: Context,
  clientId: number,
  updates: readonly Update[],
  appId: (draft: SiteDraft) => number | null,
): Promise<void> {
  if (updates.length === 0) return
  const now = new Date(parts.now()).toISOString()
  const data = updates.map(({ id, before, after }) => ({
    id,
    ...record(after, appId(after)),
    changes: differences(sites.fields, before, { ...before, ...after }),
  }))
  await sql`
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(data)}::jsonb) as x(id int, changes jsonb, ${RECORD})
    ), written as (
      update sites s set name = i.name, tag = i.tag, location = i.location, lat = i.lat, lng = i.lng, radius = i.radius,
        reference_point = i.reference_point, app_id = i.app_id, timezone = i.timezone, version = s.version + 1, updated_at = ${now}
      from input i where s.client_id = ${clientId} and s.id = i.id
    )
    insert into audit_events (created_at, noun, record_id, verb, client_id, site_id, user_id, username, impersonator_id,
      impersonator, session_id, request_id, changes)
    select ${now}, ${updates[0]?.before.siteType === 'team' ? 'teams' : 'sites'}, id, 'import', ${clientId}, id,
      ${actor.id}, ${actor.username}, ${actor.impersonator?.id ?? null}, ${actor.impersonator?.username ?? null},
      ${actor.sid}, ${requestId}, changes from input`.execute(tx)
}

type WantedCode = { from: ReadRow; siteId: number; code: string }

function wanted(from: ReadRow, siteId: number, has: readonly { code: string }[]): WantedCode[] {
  return from.draft.registrationCodes
    .filter(({ code }) => !has.some((one) => one.code === code))
    .map(({ code }) => ({ from, siteId, code }))
}

/** Writes new codes of the sites with their history; gives the rows with one that somebody has already, and says no more about whom. */
async function insertCodes(
  { tx, parts, actor, requestId }: Context,
  clientId: number,
  codes: WantedCode[],
): Promise<ReadRow[]> {
  if (codes.length === 0) return []
  const now = new Date(parts.now()).toISOString()
  const data = JSON.stringify(codes.map(({ siteId, code }) => ({ site_id: siteId, code })))
  const { rows } = await sql<{ code: string }>`
    with written as (
      insert into registration_codes (client_id, site_id, mode, code, config, created_at, updated_at)
      select ${clientId}, x.site_id, 'site', x.code, '{"autoApprove": false}', ${now}, ${now}
      from jsonb_to_recordset(${data}::jsonb) as x(site_id int, code text)
      where not tocsin_code_taken(x.code)
      on conflict (code) do nothing returning id, site_id, code
    ), remembered as (
      insert into audit_events (created_at, noun, record_id, verb, client_id, site_id, user_id, username, impersonator_id,
        impersonator, session_id, request_id, changes)
      select ${now}, 'registration-codes', id, 'import', ${clientId}, site_id, ${actor.id}, ${actor.username},
        ${actor.impersonator?.id ?? null}, ${actor.impersonator?.username ?? null}, ${actor.sid}, ${requestId},
        jsonb_build_object('code', jsonb_build_object('before', null, 'after', code),
          'SiteId', jsonb_build_object('before', null, 'after', site_id)) from written
    )
    select code from written`.execute(tx)
  const written = new Set(rows.map(({ code }) => code))
  return codes.filter(({ code }) => !written.has(code)).map(({ from }) => from)
}
