import type { ImportMode } from '@tocsin/core/import/modes'
import type { SiteType } from '@tocsin/core/resources/site-type'
import { differingColumns, type SiteDraft } from '@tocsin/core/resources/sites/csv-row'
import { FIELD_OF } from '@tocsin/core/resources/sites/csv-columns'
import { problemsOfMerged } from '@tocsin/core/resources/sites/csv-read'
import type { Site } from '@tocsin/core/resources/sites/types'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { claimCodes, codesInSight } from '../registration-codes/claimed'
import type { ImportPlan, SheetRows } from '../sheet-rows'
import { lockAndReadSites, recognise, type ReadRow } from './import-recognise'
import { wanted, writeSites, type Update } from './import-write'
import { withFirst } from './managers'

export type ImportOptions = {
  mode: ImportMode
  siteType: SiteType
  /** True if the plan is to be written. Its rows are then locked. */
  toWrite: boolean
}

type Known = [row: ReadRow, site: Site]

/**
 * Plans an import of at most a chunk of sites: it recognises them and finds every problem of a row. The number of its
 * statements does not depend on the number of rows. It writes nothing and takes no id. With `toWrite` the rows that
 * `write` needs are locked until the transaction ends.
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
      // Only as many equal rows are recognised as there are such sites. A further one is a duplicate.
      if (one.nth > 0) refuse(one, 'siteName', 'duplicate', one.like === null ? {} : { line: one.like })
      else created.push(one)
      continue
    }
    known.push([one, before])
  }
  const updated: Update[] = []
  const differing = ([{ draft }, before]: Known) => differingColumns(before, draft, sheet.columns).length > 0
  // Sites that will be changed are locked and read again, so that no change in between is lost.
  const toLock = new Set(toWrite && mode === 'upsert' ? known.filter(differing).map(([, { id }]) => id) : [])
  const locked = await lockAndReadSites(context, clientId, [...toLock])
  for (const [one, seen] of known) {
    const before = toLock.has(seen.id) ? locked.get(seen.id) : seen
    if (!before) {
      created.push(one)
      continue
    }
    const columns = differingColumns(before, one.draft, sheet.columns)
    if (columns.length === 0) {
      outcome.unchanged++
      continue
    }
    const after = merged(before, one.draft, sheet.columns)
    const problems = mode === 'upsert' ? problemsOfMerged(after, columns) : []
    for (const { column, code, values, messageKey } of problems) refuse(one, column, code, values, messageKey)
    if (problems.length === 0 && sheet.differs(one, columns, mode))
      updated.push({ from: one, id: before.id, before, after })
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

async function appsByName({ tx }: Context, clientId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from apps
    where client_id = ${clientId} order by id desc`.execute(tx)
  return new Map(rows.map(({ id, name }) => [name, id]))
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
