import { weaknessOf } from '@tocsin/core/vocabulary/common-passwords'
import { ApiError } from '@tocsin/core/base/errors'
import { passwordFailures } from '@tocsin/core/vocabulary/password'

/** Refuses a new password that meets every rule and is guessed all the same. Throws ApiError INVALID_PASSWORD. */
export function refuseWeak(password: unknown, username: unknown): void {
  // A missing requirement is told first.
  if (typeof password !== 'string' || passwordFailures(password).length > 0) return
  const weakness = weaknessOf(password, String(username ?? ''))
  if (weakness)
    throw new ApiError({
      status: 400,
      code: 'INVALID_PASSWORD',
      details: { reason: `passwords.${weakness}`, field: 'password' },
    })
}
