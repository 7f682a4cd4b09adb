import { documents } from '@tocsin/core/resources/documents/index'
import { sql } from 'kysely'
import { handle } from '../../records/handlers'
import { publishingOf } from '../publishing'

export const documentHandlers = handle(documents, {
  found: { subtitle: sql`null` },
  unique: { documents_name: { field: 'name' } },
  actions: publishingOf('documents'),
})
