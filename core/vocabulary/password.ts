import { PASSWORD_LENGTH } from '../base/constants'
import type { Fields, Rule } from './resource'
import { characters, equals, password, required } from './rules'

/** A new password and once more the same, as the forms of both reset flows ask for it (RESET-11, A-020). */
export const newPassword = {
  password: { type: 'text', secret: true, rules: [required(), ...password()] },
  passwordConfirm: {
    type: 'text',
    secret: true,
    rules: [equals('password', 'formErrors.passwordsDontMatch')],
  },
} as const satisfies Fields

/** What a password may lack, as the forms name it (RESET-28), by the message that says so (RESET-29). */
const FAILURES = {
  'formErrors.tooShort': 'INVALID_LENGTH',
  'formErrors.tooLong': 'INVALID_LENGTH',
  'formErrors.atLeastOneUppercase': 'NO_UPPERCASE',
  'formErrors.atLeastOneLowercase': 'NO_LOWERCASE',
  'formErrors.atLeastOneNumber': 'NO_NUMBER',
} as const
export type PasswordFailure = (typeof FAILURES)[keyof typeof FAILURES]

/** Each item of the hint that a password does not meet: an empty one meets none. */
export function passwordFailures(text: string): PasswordFailure[] {
  const reasons = password().flatMap((rule) => rule(text, {})?.key ?? [])
  return reasons.flatMap((key) => passwordFailure(key) ?? [])
}

/** What a password lacks of which a message says so; undefined for any other message. */
export const passwordFailure = (message: string): PasswordFailure | undefined =>
  FAILURES[message as keyof typeof FAILURES]

/** A phone user's password: its length and no two blanks in a row; letters and digits as they like. */
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
