import { expect, it } from 'vitest'
import { mobilePassword, newPassword, passwordFailures } from './password'
import { check } from './validate'

it('RESET-28 RESET-15 names each item of the hint that a password does not meet', () => {
  expect(passwordFailures('')).toEqual(['INVALID_LENGTH', 'NO_UPPERCASE', 'NO_LOWERCASE', 'NO_NUMBER'])
  expect(passwordFailures('abcdefgh')).toEqual(['NO_UPPERCASE', 'NO_NUMBER'])
  expect(passwordFailures('ABCDEFG1')).toEqual(['NO_LOWERCASE'])
  expect(passwordFailures(`Ab1${'x'.repeat(62)}`)).toEqual(['INVALID_LENGTH'])
  expect(passwordFailures(`Ab1${'x'.repeat(61)}`)).toEqual([])
})

it('RESET-29 asks a reset for a password and once more the same', () => {
  const problems = (password: unknown, passwordConfirm: unknown) =>
    check(newPassword, { password, passwordConfirm }).map(({ field, key }) => `${field} ${key}`)
  expect(problems('Abcdefg1', 'Abcdefg1')).toEqual([])
  expect(problems('Abcdefg1', undefined)).toEqual(['passwordConfirm formErrors.passwordsDontMatch'])
  expect(problems(undefined, undefined)).toEqual(['password formErrors.required'])
})

it('measures a phone user’s password by its length and its blanks, and by nothing else', () => {
  const keys = (text: string) => mobilePassword().flatMap((rule) => rule(text, {})?.key ?? [])
  expect(keys('abcdefgh')).toEqual([])
  expect(keys('abc def g')).toEqual([])
  expect(keys('abc  defg')).toEqual(['formErrors.consecutiveBlanks'])
  expect(keys('abc \tdefg')).toEqual(['formErrors.consecutiveBlanks'])
  expect(keys('abcdefg')).toEqual(['formErrors.tooShort'])
  expect(keys('x'.repeat(64))).toEqual([])
  expect(keys('x'.repeat(65))).toEqual(['formErrors.tooLong'])
})
