import { PASSWORD_LENGTH } from '../base/constants'
import type { Fields, Rule } from './resource'
import { characters, equals, password, required } from './rules'

/** A new password and its repetition, as the forms of both reset flows ask for them (RESET-11, A-020). */
export const newPassword = {
  password: { type: 'text', secret: true, rules: [required(), ...password()] },
  passwordConfirm: {
    type: 'text',
    secret: true,
    rules: [equals('password', 'formErrors.passwordsDontMatch')],
  },
} as const satisfies Fields

/** The failures of a password as the forms name them (RESET-28), by their message (RESET-29). */
const FAILURES = {
  'formErrors.tooShort': 'INVALID_LENGTH',
  'formErrors.tooLong': 'INVALID_LENGTH',
  'formErrors.atLeastOneUppercase': 'NO_UPPERCASE',
  'formErrors.atLeastOneLowercase': 'NO_LOWERCASE',
  'formErrors.atLeastOneNumber': 'NO_NUMBER',
} as const
export type PasswordFailure = (typeof FAILURES)[keyof typeof FAILURES]

/** Returns each item of the hint that a password does not meet. An empty password meets none. */
export function passwordFailures(text: string): PasswordFailure[] {
  const reasons = password().flatMap((rule) => rule(text, {})?.key ?? [])
  return reasons.flatMap((key) => passwordFailure(key) ?? [])
}

/** Returns the failure that a message stands for; undefined for any other message. */
export const passwordFailure = (message: string): PasswordFailure | undefined =>
  FAILURES[message as keyof typeof FAILURES]

/** The rules of a phone user's password: its length and no two blanks in a row; letters and digits are free. */
export function mobilePassword(): Rule[] {
  const { min, max } = PASSWORD_LENGTH
  return [
    (value) =>
      typeof value === 'string' && characters(value) < min ? { key: 'formErrors.tooShort', values: { min } } : null,
    (value) =>
      typeof value === 'string' && characters(value) > max ? { key: 'formErrors.tooLong', values: { max } } : null,
    (value) => (typeof value === 'string' && /\s\s/.test(value) ? { key: 'formErrors.consecutiveBlanks' } : null),
  ]
}

/** A new password of a phone user and its repetition, as the page of the reset asks for them (VAL-08). */
export const newMobilePassword = {
  password: { type: 'text', secret: true, rules: [required(), ...mobilePassword()] },
  passwordConfirm: newPassword.passwordConfirm,
} as const satisfies Fields
