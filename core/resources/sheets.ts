import type { Importable } from '../csv/importable'
import { registrationDataImport } from './registration-data/csv'
import type { PlaceNoun } from './site-type'
import { siteImport, teamImport } from './sites/csv'
import type { SiteDraft } from './sites/csv-row'

/** The destination of a sheet's rows; registration data has a schema, named by its content id. */
export type SheetTarget = { noun: 'sites' } | { noun: 'teams' } | { noun: 'registration-data'; contentId: string }
export type SheetNoun = SheetTarget['noun']

// Drafts of every kind pass through the same pipeline, which does not look into them.
// oxlint-disable-next-line typescript/no-explicit-any -- the draft's type is the noun's own
const importables: Record<SheetNoun, Importable<any>> = {
  sites: siteImport,
  teams: teamImport,
  'registration-data': registrationDataImport,
}

/** Returns the reader of a noun's sheets. */
export function importableOf(noun: PlaceNoun): Importable<SiteDraft>
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export function importableOf(noun: SheetNoun): Importable<any>
export function importableOf(noun: SheetNoun) {
  return importables[noun]
}
