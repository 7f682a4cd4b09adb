import type { ImportMode } from '@tocsin/core/import/modes'
import { nounOf, type SiteType } from '@tocsin/core/resources/site-type'
import { differingColumns, type SiteDraft } from '@tocsin/core/resources/sites/csv'
import { FIELD_OF } from '@tocsin/core/resources/sites/csv-columns'
import { sites } from '@tocsin/core/resources/sites/index'
import type { Site } from '@tocsin/core/resources/sites/types'
import { sql } from 'kysely'
import { differences, remembering, same } from '../../records/audit'
import { claimCodes, codesInSight } from '../registration-codes/claimed'
import type { Context } from '../../context/context'
import { serveNoun } from '../../records/nouns'
import { withFirst, writeManagers } from './managers'
import { writeSiteCodes } from './codes'
import { servedSites } from './index'
import type { ImportPlan, ReadRow as SheetRow, SheetRows } from '../sheet-rows'

export type ImportOptions = {
  mode: ImportMode
  siteType: SiteType
  /** True if the plan is to be written: nobody changes its rows in between. */
  toWrite: boolean
}

type ReadRow = SheetRow<SiteDraft>
type Update = { from: ReadRow; id: number; before: Site; after: SiteDraft }

type Known = [row: ReadRow, site: Site]

const stored = serveNoun(sites, servedSites)

/**
 * Plans an import of at most a chunk of sites: recognises them, and tells every problem of a row. It runs as many
 * statements as there are kinds of questions, however many rows. It writes nothing and draws no id. With `toWrite` the
 * rows that `write` needs stay as they are until the transaction ends.
 */
export async function planSites(
  context: Context,
  clientId: number,
  sheet: SheetRows<SiteDraft>,
  { mode, siteType, toWrite }: ImportOptions,
): Promise<ImportPlan> {
  const { good, outcome, refuse } = sheet
  const apps = good.some(({ draft }) => draft.App) ? await appsByName(context, clientId) : new Map<string, number>()
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
      // As many rows alike are recognised as there are such sites; one more is a duplicate of the same.
      if (one.nth > 0) refuse(one, 'siteName', 'duplicate', one.like === null ? {} : { line: one.like })
      else created.push(one)
      continue
    }
    known.push([one, before])
  }
  const updated: Update[] = []
  const differing = ([{ draft }, before]: Known) => differingColumns(before, draft, sheet.columns).length > 0
  // Rows about to be written over are held and read again: nothing that came in between is lost.
  const toHold = new Set(toWrite && mode === 'upsert' ? known.filter(differing).map(([, { id }]) => id) : [])
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
      updated.push({ from: one, id: before.id, before, after: merged(before, one.draft, sheet.columns) })
  }

  const codesOf = new Map([
    ...created.map((from) => [from, wanted(from.draft, [])] as const),
    ...updated.map(({ from, before }) => [from, wanted(from.draft, before.registrationCodes)] as const),
  ])
  const names = [...codesOf.values()].flat()
  const refuseTaken = (taken: ReadonlySet<string>) => {
    const isFree = (row: ReadRow) => !codesOf.get(row)?.some((code) => taken.has(code))
    for (const one of codesOf.keys()) if (!isFree(one)) refuse(one, 'siteAppCode', 'code_taken')
    outcome.created = created.filter(isFree).length
    outcome.updated = updated.filter(({ from }) => isFree(from)).length
  }
  refuseTaken(await codesInSight(context, names))
  return {
    outcome,
    write: async (codesWait) => {
      const taken = await claimCodes(context, clientId, names, codesWait)
      if (taken.size > 0) return refuseTaken(taken)
      await writeSites(context, clientId, siteType, { created, updated, apps })
    },
  }
}

type Planned = { created: readonly ReadRow[]; updated: readonly Update[]; apps: ReadonlyMap<string, number> }

/** Writes the plan, in as many statements as there are kinds of work; its codes are claimed by now. */
async function writeSites(
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

async function appsByName({ tx }: Context, clientId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from apps
    where client_id = ${clientId} order by id desc`.execute(tx)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Returns the key of a row's site: its tag, else its name, address and number among those alike. */
const keyOf = (tag: string | null, name: string, address: string, nth: number) =>
  tag ?? `${name}\u0000${address}\u0000${nth}`

/**
 * Finds the stored site of a row: by its tag, else by name and address among those without one, the n-th such row being
 * the n-th such site by id, which is the order of an export. A file of new sites costs no other reading.
 */
async function recognise(context: Context, clientId: number, siteType: SiteType, rows: ReadRow[]) {
  const tags = rows.flatMap(({ draft }) => (draft.tag === null ? [] : [draft.tag]))
  const places = rows.flatMap(({ draft, nth }) =>
    draft.tag === null ? [{ name: draft.name, address: draft.location.formatted, nth }] : [],
  )
  const keys = new Map<number, string>()
  if (tags.length > 0) {
    // Looks each tag up on its own, by the one index that begins with tags. Given the client, or all tags at once, the
    // planner reads all the client's sites for every part of a file: its statistics lag behind a client that grows.
    const found = await sql<{ id: number; tag: string }>`select s.id, s.tag from unnest(${tags}::text[]) wanted
      cross join lateral (select id, tag from sites where tag = wanted
        and client_id + 0 = ${clientId} and site_type || '' = ${siteType} offset 0) s`.execute(context.tx)
    for (const { id, tag } of found.rows) keys.set(id, tag)
  }
  if (places.length > 0) {
    const found = await sql<{ id: number; name: string; address: string; nth: number }>`
      with wanted as (
        select name, address, min(nth) as first, max(nth) as last
        from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as x(name text, address text, nth int)
        group by name, address
      ), alike as (
        select r.id, w.*, row_number() over (partition by w.name, w.address order by r.id) - 1 as nth
        from wanted w join sites r on r.client_id = ${clientId} and r.site_type = ${siteType} and r.tag is null
          and r.name = w.name and r.location ->> 'formatted' = w.address
      )
      select id, name, address, nth::int as nth from alike where nth between first and last`.execute(context.tx)
    for (const { id, name, address, nth } of found.rows) keys.set(id, keyOf(null, name, address, nth))
  }
  const sites = await sitesOf(context, clientId, [...keys.keys()])
  const byKey = new Map(sites.map((site) => [keys.get(site.id), site]))
  return ({ draft, nth }: ReadRow) => byKey.get(keyOf(draft.tag, draft.name, draft.location.formatted, nth))
}

async function sitesOf({ tx }: Context, clientId: number, ids: readonly number[]): Promise<readonly Site[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Site>`select ${stored.selection(null)} from sites r
    where r.client_id = ${clientId} and r.id = any (${ids}::int[])`.execute(tx)
  return rows
}

/** Reads the sites and holds them until the transaction ends; one that is gone by now is not among them. */
async function hold(context: Context, clientId: number, ids: readonly number[]): Promise<ReadonlyMap<number, Site>> {
  if (ids.length === 0) return new Map()
  // Values computed from other tables are as of the statement's begin: it has to begin when the rows are held.
  await sql`select from sites where client_id = ${clientId} and id = any (${ids}::int[]) order by id for update`.execute(
    context.tx,
  )
  const rows = await sitesOf(context, clientId, ids)
  return new Map(rows.map((site) => [site.id, site]))
}

/** Returns the stored site with the values of the file's columns; fields without a column do not change. */
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

/** Writes new sites with their history, in one statement; returns their ids in the order of the rows. */
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
    // Two apps may have one name: an unchanged name keeps its app.
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

/** Returns the codes of a row that its site lacks. */
function wanted({ registrationCodes }: SiteDraft, has: readonly { code: string }[]): string[] {
  return registrationCodes.flatMap(({ code }) => (has.some((one) => one.code === code) ? [] : [code]))
}
