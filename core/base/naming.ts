/** The spelling of a field as a flag: `RegistrationFormId` → `registration-form-id`. */
export function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
}

/** The action behind a verb of the terminal: `set-app` → `setApp`. */
export const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The spelling of a field as a column: `ClientId` → `client_id`, `MobileProfiles` → `mobile_profiles`. */
export const snake = (name: string): string => kebab(name).replaceAll('-', '_')

/** The flag of a reference, without its Id since it also takes a name: `ClientId` → `client` (contracts: the CLI). */
export const flagOf = (name: string): string =>
  kebab(name).replace(/-(id|ids)$/, (_, id: string) => (id === 'ids' ? 's' : ''))

/**
 * The declared spelling of a key that differs only in the case of its first letter and ends in Id or Ids: both
 * `ClientId` and `clientId` are accepted everywhere, since a filter ignored for its case would leak.
 */
export function declaredSpelling(key: string, declared: { has: (name: string) => boolean }): string {
  if (!/Ids?$/.test(key) || declared.has(key)) return key
  const first = key.charAt(0)
  const other = (first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()) + key.slice(1)
  return declared.has(other) ? other : key
}

/** The name of one record of a resource: `sites` → `site`. Accepted wherever the resource is. */
export const singularOf = (resource: string): string => resource.replace(/ies$/, 'y').replace(/s(?=(-v\d+)?$)/, '')
