import { ApiError } from '@tocsin/core/base/errors'
import { expect, it } from 'vitest'
import { isRepeatedAfter } from './sign-in-code'

it('MFA-03 asks for the code again unless the code of this sign-in is used', () => {
  const refused = (code: string, reason?: string) =>
    new ApiError({ status: 401, code, ...(reason ? { details: { reason } } : {}) })
  expect(isRepeatedAfter(refused('MFA_INVALID_CODE'))).toBe(true)
  expect(isRepeatedAfter(refused('MFA_INVALID_CODE', 'verification.spent'))).toBe(true)
  expect(isRepeatedAfter(refused('TOO_MANY_REQUESTS'))).toBe(true)
  expect(isRepeatedAfter(refused('MFA_INVALID_CODE', 'verification.used'))).toBe(false)
  expect(isRepeatedAfter(refused('MISSING_MFA_TOKEN'))).toBe(false)
  expect(isRepeatedAfter(new Error('MFA_INVALID_CODE'))).toBe(false)
})
