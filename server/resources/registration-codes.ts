import { CODE_LENGTH } from '@tocsin/core/constants'
import { withHandlerChosen } from '@tocsin/core/resources/registration-codes/handler'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import { handle } from '../handlers'

/** Letters and digits that are not taken for one another: no 0 O 1 I L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A code nobody guesses: each character drawn evenly, bytes that would favour some letters thrown away. */
export function generateCode(random: (size: number) => Uint8Array): string {
  const fair = 256 - (256 % ALPHABET.length)
  let code = ''
  while (code.length < CODE_LENGTH)
    for (const byte of random(CODE_LENGTH))
      if (byte < fair && code.length < CODE_LENGTH) code += ALPHABET[byte % ALPHABET.length]
  return code
}

export const registrationCodeHandlers = handle(registrationCodes, {
  prepare: (context, given, stored) => {
    const draft = withHandlerChosen(given)
    const { code } = draft
    if (typeof code === 'string' && code.trim() !== '') return { ...draft, code: code.trim().toUpperCase() }
    return stored
      ? { ...draft, ...(code === undefined ? {} : { code: stored.code }) }
      : { ...draft, code: generateCode(context.parts.random) }
  },
  unique: { registration_codes_code: { field: 'code', code: 'CODE_ALREADY_EXISTS' } },
})
