/** Returns the spelling of a field as a flag: `RegistrationFormId` → `registration-form-id`. */
export function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
}

/** Returns the action behind a verb of the terminal: `set-app` → `setApp`. */
export const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the spelling of a field as a column: `ClientId` → `client_id`, `MobileProfiles` → `mobile_profiles`. */
export const snake = (name: string): string => kebab(name).replaceAll('-', '_')

/** Returns the flag of a field. A reference loses its Id, since the flag also takes a name: `ClientId` → `client`. */
export const flagOf = (name: string): string =>
  kebab(name).replace(/-(id|ids)$/, (_, id: string) => (id === 'ids' ? 's' : ''))

/**
 * Returns the declared spelling of a key that ends in Id or Ids and differs only in the case of its first letter. Both
 * `ClientId` and `clientId` are accepted everywhere, since a filter that was ignored for its case would leak rows
 * (A-003).
 */
export function declaredSpelling(key: string, declared: { has: (name: string) => boolean }): string {
  if (!/Ids?$/.test(key) || declared.has(key)) return key
  const first = key.charAt(0)
  const other = (first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()) + key.slice(1)
  return declared.has(other) ? other : key
}

/** Returns the name of one record of a resource: `sites` → `site`. It is accepted wherever the resource is. */
export const singularOf = (resource: string): string => resource.replace(/ies$/, 'y').replace(/s(?=(-v\d+)?$)/, '')
