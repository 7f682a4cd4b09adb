import { documents } from '@tocsin/core/resources/documents/index'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'
import type { Document } from '@tocsin/core/resources/documents/types'
import { publishActions } from '../publishing'

export const documentsOverrides = defineOverrides(documents, {
  reads: { searchable: { subtitle: sql`null` } },
  unique: { documents_name: { field: 'name' } },
  actions: publishActions<Document>(),
})
