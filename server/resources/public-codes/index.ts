import { publicCodes } from '@tocsin/core/resources/public-codes/index'
import { sql } from 'kysely'
import { handle } from '../../records/handlers'

export const publicCodeHandlers = handle(publicCodes, {
  found: { subtitle: sql`r.description` },
  prepare: (_context, draft) =>
    typeof draft['code'] === 'string' ? { ...draft, code: draft['code'].trim().toUpperCase() } : draft,
  unique: { public_codes_code: { field: 'code', code: 'CODE_ALREADY_EXISTS' } },
})
