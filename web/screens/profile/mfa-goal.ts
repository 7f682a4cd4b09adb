import type { MfaMethod } from '@tocsin/core/base/constants'
import type { Person } from '@tocsin/core/api/profile'

/** What the MFA dialog does, and for which method. */
export type Goal = { kind: 'setUp' | 'enable' | 'disable'; method: MfaMethod }

export const isVerified = (person: Person, method: MfaMethod): boolean =>
  method === 'email' ? person.emailVerified : person.phoneVerified && person.phone !== null

/** Returns whether the page must reload: the first method was enabled, or the last one disabled (MFA-22). */
export const wantsReload = (before: Pick<Person, 'mfaMethod'>, after: Pick<Person, 'mfaMethod'>): boolean =>
  (before.mfaMethod.length === 0) !== (after.mfaMethod.length === 0)
