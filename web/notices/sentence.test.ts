import { expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { loadResources, resourceOf } from '../data/resources'
import { wordsIn } from '../words'
import { verificationSentence, whyOf } from './sentence'

it.each([
  ['en-US', 'The code is not valid.', 'The code has expired. Ask for a new one.', 'The server cannot be reached.'],
  ['pt-BR', 'O código não é válido.', 'O código expirou. Peça um novo.', 'O servidor não responde.'],
] as const)(
  'MFA-09 says of a second step in %s what is wrong by its own words, and why',
  async (locale, wrong, late, away) => {
    await loadResources()
    const t = wordsIn(locale)
    const says = (code: string, reason?: string) =>
      verificationSentence(
        new ApiError({ status: 401, code, ...(reason ? { details: { reason, seconds: 9 } } : {}) }),
        t,
      )
    expect(t('resources.users.errors.external.MFA_INVALID_CODE')).toBe(wrong)
    expect(says('MFA_INVALID_CODE').startsWith(`${wrong} `)).toBe(true)
    expect(says('MFA_INVALID_CODE', 'verification.late')).toBe(`${wrong} ${late}`)
    expect(says('TOO_MANY_REQUESTS', 'limits.switch')).toContain('9')
    // An error unrelated to the second step is shown as everywhere.
    expect(says('NETWORK_ERROR').startsWith(away)).toBe(true)
    expect(verificationSentence(new Error('a fault'), t)).toBe(t('httpError.INTERNAL_ERROR'))
  },
)

it.each([
  ['en-US', 'Tag is already in use.'],
  ['pt-BR', 'Tag já está em uso.'],
] as const)('says of one of many records in %s which field was refused, and why', async (locale, words) => {
  await loadResources()
  const t = wordsIn(locale)
  const fields = [{ field: 'tag', message: 'formErrors.taken' }]
  const refused = new ApiError({ status: 400, code: 'VALIDATION_FAILED', fields })
  expect(whyOf(refused, t, resourceOf('sites'))).toBe(words)
  const gone = new ApiError({ status: 404, code: 'NOT_FOUND' })
  expect(whyOf(gone, t, resourceOf('sites')).startsWith(t('httpError.NOT_FOUND'))).toBe(true)
})
