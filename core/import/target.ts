import type { SheetNoun, SheetTarget } from '../resources/sheets'
import { siteTypeOf } from '../resources/site-type'
import type { ImportMode } from './modes'

/** What is done with rows that exist already where nobody says: places are left alone, registration data is replaced. */
export const defaultMode = (noun: SheetNoun): ImportMode => (noun === 'registration-data' ? 'upsert' : 'create')

/** The part of the upload that holds the file, and what is said beside it (clients §7). */
export function partsOf(target: SheetTarget): { file: string; query: Record<string, string> } {
  if (target.noun === 'registration-data')
    return { file: 'csvRegistrationData', query: { contentId: target.contentId } }
  return { file: 'csvSites', query: { siteType: siteTypeOf(target.noun) } }
}
