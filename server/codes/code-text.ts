import { VERIFICATION_CODE_ALPHABET, VERIFICATION_CODE_LENGTH } from '@tocsin/core/base/constants'
import type { Parts } from '../context/parts'

/**
 * Returns the digest of a code that the database stores. It is useless without both the server's key and the code's own
 * id.
 */
export const digestOf = (parts: Pick<Parts, 'tokens'>, id: string, text: string) =>
  parts.tokens.digest('code', `${id} ${text}`)

const WRITTEN = new RegExp(`^[${VERIFICATION_CODE_ALPHABET}]{${VERIFICATION_CODE_LENGTH}}$`)

/**
 * Returns a code as it is compared: in upper case, without blanks around it. Returns null for a text that cannot be a
 * code, which does not count as a guess.
 */
export function readCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return WRITTEN.test(code) ? code : null
}

/**
 * Returns a new code. The alphabet has 32 characters, so that five bits of a random byte choose each with the same
 * probability.
 */
export function newCode(parts: Pick<Parts, 'random'>): string {
  return Array.from(parts.random(VERIFICATION_CODE_LENGTH), (byte) => VERIFICATION_CODE_ALPHABET[byte & 31]).join('')
}
