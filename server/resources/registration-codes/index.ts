import { CODE_LENGTH } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { withHandlerChosen } from '@tocsin/core/resources/registration-codes/handler'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import { sql } from 'kysely'
import { claimCodes, codeExists, codeWait } from './claimed'
import type { Context } from '../../context/context'
import { handle } from '../../records/handlers'

/** Letters and digits that nobody confuses: no 0 O 1 I L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Returns a code nobody guesses: each character drawn evenly, bytes that would favour some letters thrown away. */
function generateCode(random: (size: number) => Uint8Array): string {
  const fair = 256 - (256 % ALPHABET.length)
  let code = ''
  while (code.length < CODE_LENGTH)
    for (const byte of random(CODE_LENGTH))
      if (byte < fair && code.length < CODE_LENGTH) code += ALPHABET[byte % ALPHABET.length]
  return code
}

/** Tries before the server gives up: a clash is one in a billion, and so many in a row are no chance. */
const TRIES = 5

/** Returns a generated code that nobody has, reserved until the transaction ends. */
export async function freeCode({ tx, parts }: Pick<Context, 'tx' | 'parts'>): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const code = generateCode(parts.random)
    const { rows } = await sql<{ taken: boolean }>`select tocsin_code_taken(${code}) as taken`.execute(tx)
    if (!rows[0]?.taken) return code
  }
  throw new ApiError({ status: 503, code: 'CONFLICT', retryAfter: 100 })
}

const named = <D extends Draft>(draft: D): draft is D & { code: string } =>
  typeof draft['code'] === 'string' && draft['code'].trim() !== ''

export const registrationCodeHandlers = handle(registrationCodes, {
  found: { subtitle: sql`(select s.name from sites s where s.client_id = r.client_id and s.id = r.site_id)` },
  prepare: (_context, given, stored) => {
    const draft = withHandlerChosen(given)
    if (named(draft)) return { ...draft, code: draft.code.trim().toUpperCase() }
    return stored ? { ...draft, ...(draft.code === undefined ? {} : { code: stored.code }) } : { ...draft, code: null }
  },
  beforehand: (asker, _id, changes) => (named(changes) ? codeWait(asker) : undefined),
  claim: async (context, changes, clientId) => {
    const { code } = changes
    if (code === undefined) return changes
    if (!named(changes)) return { ...changes, code: await freeCode(context) }
    if ((await claimCodes(context, clientId, [changes.code])).size > 0) throw codeExists()
    return changes
  },
})
