import { publicCodes } from '@tocsin/core/resources/public-codes/index'
import { sql } from 'kysely'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { defineOverrides } from '../../records/overrides'

const inCapitals = (draft: Draft): Draft =>
  typeof draft['code'] === 'string' ? { ...draft, code: draft['code'].trim().toUpperCase() } : draft

export const publicCodesOverrides = defineOverrides(publicCodes, {
  reads: { searchable: { subtitle: sql`r.description` } },
  writes: {
    create: async (save, draft) => save.history(await save.store(await save.new(inCapitals(draft)))),
    update: async (save, code, changes) => save.history(await save.store(await save.change(code, inCapitals(changes)))),
  },
  unique: { public_codes_code: { field: 'code', code: 'CODE_ALREADY_EXISTS' } },
})
