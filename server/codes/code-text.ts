import { VERIFICATION_CODE_ALPHABET, VERIFICATION_CODE_LENGTH } from '@tocsin/core/base/constants'
import type { Parts } from '../context/parts'

/** What a code is known by in the database: no use to who knows neither the server's key nor the code's own id. */
export const digestOf = (parts: Pick<Parts, 'tokens'>, id: string, text: string) =>
  parts.tokens.digest('code', `${id} ${text}`)

const WRITTEN = new RegExp(`^[${VERIFICATION_CODE_ALPHABET}]{${VERIFICATION_CODE_LENGTH}}$`)

/** A code as it is compared: upper case, without blanks around it. Null for what no code looks like, which is no guess. */
export function readCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return WRITTEN.test(code) ? code : null
}

/** A new code: 32 symbols, so that five bits of each random byte choose one evenly. */
export function newCode(parts: Pick<Parts, 'random'>): string {
  return Array.from(parts.random(VERIFICATION_CODE_LENGTH), (byte) => VERIFICATION_CODE_ALPHABET[byte & 31]).join('')
}
