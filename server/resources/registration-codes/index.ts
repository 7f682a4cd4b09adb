import { CODE_LENGTH } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { clientOf, type Draft } from '@tocsin/core/vocabulary/resource'
import type { RegistrationCode } from '@tocsin/core/resources/registration-codes/types'
import { withHandlerChosen } from '@tocsin/core/resources/registration-codes/handler'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import { sql } from 'kysely'
import { claimCodes, codeExists, codeWait } from './claimed'
import type { Context } from '../../context/context'
import type { Validated } from '../../records/save'
import { defineOverrides } from '../../records/overrides'

/** Letters and digits that nobody confuses: no 0 O 1 I L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/**
 * Returns a code that cannot be guessed. All characters have the same probability: bytes that would favour some are
 * skipped.
 */
function generateCode(random: (size: number) => Uint8Array): string {
  const fair = 256 - (256 % ALPHABET.length)
  let code = ''
  while (code.length < CODE_LENGTH)
    for (const byte of random(CODE_LENGTH))
      if (byte < fair && code.length < CODE_LENGTH) code += ALPHABET[byte % ALPHABET.length]
  return code
}

/** The number of tries. A clash is rare, since there are 31^6 codes: so many in a row are no chance. */
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

const isNamed = (draft: Draft): draft is Draft & { code: string } =>
  typeof draft['code'] === 'string' && draft['code'].trim() !== ''
const inCapitals = (draft: Draft & { code: string }): Draft => ({ ...draft, code: draft.code.trim().toUpperCase() })

export const registrationCodesOverrides = defineOverrides(registrationCodes, {
  reads: {
    searchable: {
      subtitle: sql`(select s.name from sites s where s.client_id = r.client_id and s.id = r.site_id)`,
      beyond: (patterns) =>
        sql`select c.id from registration_codes c where c.site_id in (select tocsin_search_sites(${patterns}))`,
      beyondIsAnother: true,
    },
  },
  writes: {
    before: (asker, _id, changes) => (isNamed(changes) ? codeWait(asker) : Promise.resolve(0)),
    create: async (save, given, wait = 0) => {
      const draft = withHandlerChosen(given)
      const validated = await save.new(isNamed(draft) ? inCapitals(draft) : { ...draft, code: null })
      return save.history(await save.store(validated, { code: await claimed(save, validated, wait) }))
    },
    update: async (save, code, given, wait = 0) => {
      const changes = withHandlerChosen(given)
      // An emptied code stays as it is.
      const kept = changes['code'] === undefined ? changes : { ...changes, code: code.code }
      const validated = await save.change(code, isNamed(changes) ? inCapitals(changes) : kept)
      if (validated.changedFields['code'] !== undefined) await claimed(save, validated, wait)
      return save.history(await save.store(validated))
    },
  },
})

/** Returns the code of a record, reserved until the transaction ends; a generated one if the record has none. */
async function claimed(context: Context, { values }: Validated<RegistrationCode>, wait: number): Promise<string> {
  if (!isNamed(values)) return freeCode(context)
  const clientId = clientOf(registrationCodes, values)
  if ((await claimCodes(context, clientId, [values.code], wait)).size > 0) throw codeExists()
  return values.code
}
