import { terms } from '@tocsin/core/resources/terms/index'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'
import type { Term } from '@tocsin/core/resources/terms/types'
import { publishActions } from '../publishing'

export const termsOverrides = defineOverrides(terms, {
  reads: { searchable: { subtitle: sql`null` } },
  actions: publishActions<Term>(),
})
