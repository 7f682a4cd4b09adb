import { weaknessOf } from '@tocsin/core/vocabulary/common-passwords'
import { ApiError } from '@tocsin/core/base/errors'
import { passwordFailures } from '@tocsin/core/vocabulary/password'

/** Throws ApiError INVALID_PASSWORD for a new password that meets every rule and is still easy to guess. */
export function refuseWeak(password: unknown, username: unknown): void {
  // An unmet rule is reported first.
  if (typeof password !== 'string' || passwordFailures(password).length > 0) return
  const weakness = weaknessOf(password, String(username ?? ''))
  if (weakness)
    throw new ApiError({
      status: 400,
      code: 'INVALID_PASSWORD',
      details: { reason: `passwords.${weakness}`, field: 'password' },
    })
}
