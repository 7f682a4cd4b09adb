import type { Importable } from '../csv/importable'
import { registrationDataImport } from './registration-data/csv'
import type { RecordDraft, RecordSheet } from '../csv/record-sheet'
import { REGISTRATION_CODE_SHEET, registrationCodeImport } from './registration-codes/csv'
import type { PlaceResourceName } from './site-type'
import { siteImport, teamImport } from './sites/csv'
import type { SiteDraft } from './sites/csv-row'
import { USER_SHEET, userImport } from './users/csv'

/** The sheets whose rows are records as their declaration has them. */
export const RECORD_SHEETS = {
  users: USER_SHEET,
  'registration-codes': REGISTRATION_CODE_SHEET,
} as const satisfies Record<string, RecordSheet>
export type RecordSheetName = keyof typeof RECORD_SHEETS

/** The destination of a sheet's rows; registration data has a schema, named by its content id. */
export type SheetTarget =
  | { resource: 'sites' }
  | { resource: 'teams' }
  | { resource: 'registration-data'; contentId: string }
  | { resource: RecordSheetName }
export type SheetResourceName = SheetTarget['resource']

// Drafts of every kind pass through the same pipeline, which does not look into them.
// oxlint-disable-next-line typescript/no-explicit-any -- the draft's type is the resource's own
const importables: Record<SheetResourceName, Importable<any>> = {
  sites: siteImport,
  teams: teamImport,
  'registration-data': registrationDataImport,
  users: userImport,
  'registration-codes': registrationCodeImport,
}

/** Returns the reader of a resource's sheets. */
export function importableOf(resource: PlaceResourceName): Importable<SiteDraft>
export function importableOf(resource: RecordSheetName): Importable<RecordDraft>
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export function importableOf(resource: SheetResourceName): Importable<any>
export function importableOf(resource: SheetResourceName) {
  return importables[resource]
}
