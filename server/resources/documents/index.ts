import { documents } from '@tocsin/core/resources/documents/index'
import { sql } from 'kysely'
import { serve } from '../../records/serve'
import type { Document } from '@tocsin/core/resources/documents/types'
import { publishing } from '../publishing'

export const servedDocuments = serve(documents, {
  reads: { found: { subtitle: sql`null` } },
  unique: { documents_name: { field: 'name' } },
  actions: publishing<Document>(),
})
