import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { ROLES } from '@tocsin/core/vocabulary/roles'

/** Returns the role names of a kind of user, for a filter: `{ role: { admin: 'Client manager', … } }`. */
export const rolesOf = (userType: string, t: Translate): { role: Record<string, string> } => ({
  role: Object.fromEntries(Object.keys(ROLES[userType] ?? {}).map((role) => [role, t(`roles.${userType}.${role}`)])),
})
