import type { SheetResourceName, SheetTarget } from '../resources/sheets'
import { siteTypeOf } from '../resources/site-type'
import type { ImportMode } from './modes'

/** Returns the default mode for rows that exist already: places are left alone, registration data is replaced. */
export const defaultMode = (resource: SheetResourceName): ImportMode =>
  resource === 'registration-data' ? 'upsert' : 'create'

/** Returns the part of the upload that holds the file, and the parameters beside it (clients §7). */
export function partsOf(target: SheetTarget): { file: string; query: Record<string, string> } {
  if (target.resource === 'registration-data')
    return { file: 'csvRegistrationData', query: { contentId: target.contentId } }
  if (target.resource === 'users') return { file: 'csvUsers', query: {} }
  if (target.resource === 'registration-codes') return { file: 'csvRegistrationCodes', query: {} }
  return { file: 'csvSites', query: { siteType: siteTypeOf(target.resource) } }
}
