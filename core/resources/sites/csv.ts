import { CODE_LENGTH } from '../../base/constants'
import type { HeaderSpec } from '../../csv/header'
import type { Importable } from '../../csv/importable'
import type { SiteType } from '../site-type'
import { AT, SITE_HEADER, TEAM_HEADER } from './csv-columns'
import { isPlainSite } from './csv-plain'
import { MOST_CODES, rowToSite } from './csv-read'
import { siteToRow, type SiteDraft } from './csv-row'

/**
 * Visits the keys by which an import recognises a site: its tag, else its name and address, which several sites may
 * share. A code belongs to one site only.
 */
const keysOf: Importable<SiteDraft>['keys'] = (cells, at, visit) => {
  const tag = cells[at[AT.siteTag]!] ?? ''
  if (tag !== '') visit(1, tag, '', 'siteTag')
  else visit(2, cells[at[AT.siteName]!] ?? '', cells[at[AT.siteAddress]!] ?? '', 'siteName', true)
  const codes = cells[at[AT.siteAppCode]!] ?? ''
  if (codes === '') return
  if (codes.length === CODE_LENGTH) visit(3, codes.toUpperCase(), '', 'siteAppCode')
  else
    for (const code of codes.split(';', MOST_CODES))
      if (code.trim() !== '') visit(3, code.trim().toUpperCase(), '', 'siteAppCode')
}

const importable = (spec: HeaderSpec, siteType: SiteType): Importable<SiteDraft> => ({
  spec,
  read: (cells, context) => rowToSite(cells, context, siteType),
  isPlain: siteType === 'site' ? isPlainSite : () => false,
  isLong: (column) => column === AT.siteAddress || column === AT.siteReferencePoint,
  write: siteToRow,
  keys: keysOf,
  missingColumnWarnings: (columns) =>
    siteType === 'team' || (columns.includes('siteLatitude') && columns.includes('siteLongitude'))
      ? []
      : ['no_coordinate_columns'],
})

export const siteImport = importable(SITE_HEADER, 'site')
export const teamImport = importable(TEAM_HEADER, 'team')
