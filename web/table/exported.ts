/** The nouns whose lists can be saved as a file, of those that stand. */
const EXPORTED: ReadonlySet<string> = new Set([
  'clients',
  'users',
  'registration-codes',
  'registration-data',
  'license-comments',
  'public-codes',
  'maps',
  'mobile-users',
])

/** Returns whether a list of this noun, on any page, can be saved as a file (EXPORT-10). */
export const isExported = (noun: string): boolean => EXPORTED.has(noun)
