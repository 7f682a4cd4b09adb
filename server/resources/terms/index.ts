import { terms } from '@tocsin/core/resources/terms/index'
import { sql } from 'kysely'
import { serve } from '../../records/serve'
import type { Term } from '@tocsin/core/resources/terms/types'
import { publishing } from '../publishing'

export const servedTerms = serve(terms, {
  reads: { found: { subtitle: sql`null` } },
  actions: publishing<Term>(),
})
