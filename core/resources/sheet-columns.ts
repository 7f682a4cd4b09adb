import type { SheetResourceName } from './sheets'
import { REGISTRATION_DATA_HEADER } from './registration-data/csv-columns'
import { REGISTRATION_CODE_SHEET } from './registration-codes/csv'
import { SITE_COLUMNS, TEAM_COLUMNS } from './sites/csv-columns'
import { USER_SHEET } from './users/csv'

/** The columns of a sheet of each kind, in the order in which a refusal lists the missing ones. */
export const SHEET_COLUMNS: Readonly<Record<SheetResourceName, readonly string[]>> = {
  sites: SITE_COLUMNS,
  teams: TEAM_COLUMNS,
  'registration-data': REGISTRATION_DATA_HEADER.names,
  users: USER_SHEET.columns.map(({ name }) => name),
  'registration-codes': REGISTRATION_CODE_SHEET.columns.map(({ name }) => name),
}
