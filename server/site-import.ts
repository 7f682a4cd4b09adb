import type { ImportMode } from '@tocsin/core/import/modes'
import type { ImportOutcome } from '@tocsin/core/import/upload'
import { importableOf } from '@tocsin/core/resources/sheets'
import { nounOf, type SiteType } from '@tocsin/core/resources/site-type'
import { differingColumns, type SiteDraft } from '@tocsin/core/resources/sites/csv'
import { FIELD_OF } from '@tocsin/core/resources/sites/csv-columns'
import { sites } from '@tocsin/core/resources/sites/index'
import type { Site } from '@tocsin/core/resources/sites/types'
import { sql } from 'kysely'
import { differences, remembering, same } from './audit'
import type { Context } from './handlers'
import { serveNoun } from './nouns'
import { withFirst, writeManagers } from './resources/managers'
import { writeSiteCodes } from './resources/site-codes'
import { siteHandlers } from './resources/sites'
import { readRows, type ReadRow as SheetRow } from './sheet-rows'

export type ImportOptions = {
  mode: ImportMode
  siteType: SiteType
  /** Where this is a part of a file: which rows have how many before them of the same name and address, without a tag. */
  twins: ReadonlyMap<number, number>
}

type ReadRow = SheetRow<SiteDraft>
type Update = { id: number; before: Site; after: SiteDraft; columns: string[] }

type Known = [row: ReadRow, site: Site]

const stored = serveNoun(sites, siteHandlers)
/** Any number that no other lock of two has. */
const IMPORT_LOCK = 6_302

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
  const sheet = await readRows(bytes, importableOf(nounOf(siteType)), twins)
  const { good, outcome, refuse } = sheet
  const apps = await appsByName(context, clientId)
  // Two sheets of one client come one after the other: else each would make the places that both name.
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, ${clientId})`.execute(context.tx)
  const siteOf = await recognise(context, clientId, siteType, good)

  const created: ReadRow[] = []
  const known: Known[] = []
  for (const one of good) {
    if (one.draft.App && !apps.has(one.draft.App.name)) {
      refuse(one, 'siteApp', 'unknown_app')
      continue
    }
    const before = siteOf(one)
    if (!before) {
      // Of several that are alike as many are known again as there are; one more would be another of the same.
      if (one.nth > 0) refuse(one, 'siteName', 'duplicate', one.like === null ? {} : { line: one.like })
      else created.push(one)
      continue
    }
    known.push([one, before])
  }
  const updated: (Update & { from: ReadRow })[] = []
  const differing = ([{ draft }, before]: Known) => differingColumns(before, draft, sheet.columns).length > 0
  // What is about to be written over is held and read again: nothing that came in between is lost.
  const toHold = new Set(mode === 'upsert' ? known.filter(differing).map(([, { id }]) => id) : [])
  const held = await hold(context, clientId, [...toHold])
  for (const [one, seen] of known) {
    const before = toHold.has(seen.id) ? held.get(seen.id) : seen
    if (!before) {
      created.push(one)
      continue
    }
    const columns = differingColumns(before, one.draft, sheet.columns)
    if (columns.length === 0) outcome.unchanged++
    else if (sheet.differs(one, columns, mode))
      updated.push({ from: one, id: before.id, before, after: merged(before, one.draft, sheet.columns), columns })
  }

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
  const codes = [
    ...created.flatMap((one, index) => wanted(one, ids[index] ?? 0, [])),
    ...updated.flatMap(({ from, id, before }) => wanted(from, id, before.registrationCodes)),
  ]
  const written = await writeSiteCodes(context, { clientId, verb: 'import' }, codes)
  const taken = new Set(codes.flatMap(({ from, code }) => (written.has(code) ? [] : [from])))
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
async function recognise(context: Context, clientId: number, siteType: SiteType, rows: ReadRow[]) {
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

/** The sites as they are now, and remain until the transaction ends; one that is gone by now is not among them. */
async function hold(context: Context, clientId: number, ids: readonly number[]): Promise<ReadonlyMap<number, Site>> {
  if (ids.length === 0) return new Map()
  const which = sql`r.client_id = ${clientId} and r.id = any (${ids}::int[])`
  // What is computed from other tables is as of the statement's begin: it has to begin when the rows are held.
  await sql`select from sites r where ${which} order by r.id for update`.execute(context.tx)
  const { rows } = await sql<Site>`select ${stored.selection(null)} from sites r where ${which}`.execute(context.tx)
  return new Map(rows.map((site) => [site.id, site]))
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
  const [manager] = draft.MobileProfiles
  if (manager) {
    const given = new Set(
      columns.flatMap((column) => FIELD_OF.get(column)?.match(/^MobileProfiles\.0\.(.*)/)?.[1] ?? []),
    )
    after.MobileProfiles = withFirst(before.MobileProfiles, manager, given)
  }
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
  context: Context,
  clientId: number,
  siteType: SiteType,
  rows: ReadRow[],
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
  const noun = nounOf(siteType)
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
      ${remembering(context, { noun, verb: 'import', clientId }, sql`select id, id as site_id, changes from input order by n`)}
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
    // Two apps may have one name: whose name is the same stays.
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
    ${remembering(
      context,
      { noun: nounOf(updates[0]?.before.siteType ?? 'site'), verb: 'import', clientId },
      sql`select id, id as site_id, changes from input`,
    )}`.execute(context.tx)
}

type WantedCode = { from: ReadRow; siteId: number; code: string }

function wanted(from: ReadRow, siteId: number, has: readonly { code: string }[]): WantedCode[] {
  return from.draft.registrationCodes
    .filter(({ code }) => !has.some((one) => one.code === code))
    .map(({ code }) => ({ from, siteId, code }))
}
