import { documents } from '@tocsin/core/resources/documents/index'
import { handle } from '../records/handlers'
import { publishingOf } from './publishing'

export const documentHandlers = handle(documents, {
  unique: { documents_name: { field: 'name' } },
  actions: publishingOf('documents'),
})
