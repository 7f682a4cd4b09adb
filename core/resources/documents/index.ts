import { bookkeeping, resource } from '../../vocabulary/resource'
import { required, written } from '../../vocabulary/rules'
import { publishing } from '../published'
import { messages } from './messages'
import type { Document } from './types'

export const documents = resource<Document>()({
  name: 'documents',
  title: 'name',
  can: {
    view: 'documents:view',
    create: 'documents:update',
    update: 'documents:update',
    delete: 'documents:update',
  },
  fields: {
    ...bookkeeping,
    // Others link to the name; only the content is edited (DOC-01).
    name: { type: 'text', rules: [required()], readonly: 'after-create' },
    publishedAt: { type: 'date', readonly: true },
    content: { type: 'html', rules: [required(), written()], listedWith: 'withContent' },
  },
  columns: ['name', 'publishedAt'],
  filters: { withContent: { type: 'boolean' } },
  order: 'name ASC',
  actions: publishing('documents', 'documents:update'),
  messages,
})
