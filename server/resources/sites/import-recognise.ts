import type { SiteType } from '@tocsin/core/resources/site-type'
import type { SiteDraft } from '@tocsin/core/resources/sites/csv-row'
import { sites } from '@tocsin/core/resources/sites/index'
import type { Site } from '@tocsin/core/resources/sites/types'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { serveResource } from '../../records/served-resource'
import type { ReadRow as SheetRow } from '../sheet-rows'
import { sitesOverrides } from './index'

/** A row of a sheet of sites that can be written as it is. */
export type ReadRow = SheetRow<SiteDraft>

const stored = serveResource(sites, sitesOverrides)

/** Returns the key of a row's site: its tag, else its name, its address and its number among equal ones. */
const keyOf = (tag: string | null, name: string, address: string, nth: number) =>
  tag ?? `${name}\u0000${address}\u0000${nth}`

/**
 * Returns a function that returns the stored site of a row: by its tag, else by name and address among the sites
 * without a tag. The n-th such row is the n-th such site by id, which is the order of an export. If all sites
 * are new, nothing else is read.
 */
export async function recognise(context: Context, clientId: number, siteType: SiteType, rows: ReadRow[]) {
  const tags = rows.flatMap(({ draft }) => (draft.tag === null ? [] : [draft.tag]))
  const places = rows.flatMap(({ draft, nth }) =>
    draft.tag === null ? [{ name: draft.name, address: draft.location.formatted, nth }] : [],
  )
  const keys = new Map<number, string>()
  if (tags.length > 0) {
    // Each tag is looked up on its own, by the one index that begins with tags. Given the client, or all tags at once,
    // the planner would read all sites of the client for every chunk: its statistics are too old for a client that
    // grows.
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

/** Locks sites until the transaction ends, and reads them. A site that is deleted by now is not among them. */
export async function lockAndReadSites(
  context: Context,
  clientId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Site>> {
  if (ids.length === 0) return new Map()
  // Values from other tables are as of the beginning of a statement, so that the reading has to begin after the rows
  // are locked.
  await sql`select from sites where client_id = ${clientId} and id = any (${ids}::int[]) order by id for update`.execute(
    context.tx,
  )
  const rows = await sitesOf(context, clientId, ids)
  return new Map(rows.map((site) => [site.id, site]))
}
