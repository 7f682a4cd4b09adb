import type { Importable } from '../csv/importable'
import { registrationDataImport } from './registration-data/csv'
import type { PlaceResourceName } from './site-type'
import { siteImport, teamImport } from './sites/csv'
import type { SiteDraft } from './sites/csv-row'

/** The destination of a sheet's rows; registration data has a schema, named by its content id. */
export type SheetTarget =
  | { resource: 'sites' }
  | { resource: 'teams' }
  | { resource: 'registration-data'; contentId: string }
export type SheetResourceName = SheetTarget['resource']

// Drafts of every kind pass through the same pipeline, which does not look into them.
// oxlint-disable-next-line typescript/no-explicit-any -- the draft's type is the resource's own
const importables: Record<SheetResourceName, Importable<any>> = {
  sites: siteImport,
  teams: teamImport,
  'registration-data': registrationDataImport,
}

/** Returns the reader of a resource's sheets. */
export function importableOf(resource: PlaceResourceName): Importable<SiteDraft>
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export function importableOf(resource: SheetResourceName): Importable<any>
export function importableOf(resource: SheetResourceName) {
  return importables[resource]
}
