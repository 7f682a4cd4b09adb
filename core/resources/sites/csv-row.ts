import { splitPhone } from '../../base/phone'
import type { Cell } from '../../csv/write'
import type { SiteOrTeam } from '../site-or-team'
import { FIELD_OF, SITE_COLUMNS, TEAM_COLUMNS } from './csv-columns'

/** The data of a site or team in a row of a file. The street alone (`location.address`) has no column. */
export type SiteDraft = Pick<
  SiteOrTeam,
  'name' | 'tag' | 'siteType' | 'lat' | 'lng' | 'radius' | 'referencePoint' | 'timezone' | 'MobileProfiles'
> & {
  location: Omit<SiteOrTeam['location'], 'address'>
  /** Found by its name among the client's apps. */
  App: { name: string } | null
  registrationCodes: { code: string }[]
}

/** Returns a site as the cells of a row, in the order of EXPORT-01. The time zone of a team follows them. */
export function siteToRow(site: SiteDraft): readonly Cell[] {
  const manager = site.MobileProfiles[0]
  const phone = manager?.phone ? splitPhone(manager.phone) : null
  const cells: Cell[] = [
    site.name,
    site.location.formatted,
    site.location.zip,
    site.location.city,
    site.radius,
    site.tag,
    site.location.state,
    site.referencePoint,
    site.App?.name ?? null,
    site.registrationCodes.map(({ code }) => code).join(';'),
    site.location.country,
    site.lat,
    site.lng,
    manager?.name ?? null,
    phone?.country ?? null,
    phone?.area ?? null,
    phone?.number ?? null,
    manager?.email ?? null,
    manager?.job ?? null,
  ]
  if (site.siteType === 'team') cells.push(site.timezone)
  return cells
}

/**
 * Returns the columns, of those a file has, in which a stored site differs from a row: none means unchanged. A gap in
 * the row makes no difference for data that an import never removes: codes, of which it adds the missing ones, and
 * managers, of whom the columns hold only the first.
 */
export function differingColumns(stored: SiteDraft, draft: SiteDraft, columns: readonly string[]): string[] {
  const before = siteToRow(stored)
  const after = siteToRow(draft)
  const has = new Set(stored.registrationCodes.map(({ code }) => code))
  const names = draft.siteType === 'team' ? TEAM_COLUMNS : SITE_COLUMNS
  return names.filter((column, index) => {
    if (!columns.includes(column)) return false
    if (column === 'siteAppCode') return draft.registrationCodes.some(({ code }) => !has.has(code))
    if (draft.MobileProfiles.length === 0 && FIELD_OF.get(column)?.startsWith('MobileProfiles')) return false
    return (before[index] || null) !== (after[index] || null)
  })
}
