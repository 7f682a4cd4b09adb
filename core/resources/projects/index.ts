import { bookkeeping, resource, type Draft, type Reason, type Rule } from '../../vocabulary/resource'
import { max, required } from '../../vocabulary/rules'
import { messages } from './messages'
import type { Project } from './types'

/** The default project is shown with a translated name and description, so the stored ones are fixed. */
export const defaultIsFixed = (project: Draft): Reason | null =>
  project['isDefault'] === true ? { key: 'resources.projects.defaultIsFixed' } : null
const fixedOfDefault: Rule = (value, record) => (value === 'default' ? null : defaultIsFixed(record))

export const projects = resource<Project>()({
  name: 'projects',
  title: 'name',
  undeletable: ({ deletable }) => (deletable ? null : { key: 'resources.projects.isDefault' }),
  can: { view: 'projects:view', create: 'projects:create', update: 'projects:update', delete: 'projects:update' },
  fields: {
    ...bookkeeping,
    name: { type: 'text', rules: [required(), fixedOfDefault] },
    description: { type: 'longtext', rules: [required(), max(2000), fixedOfDefault] },
    ClientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    isDefault: { type: 'boolean', readonly: true },
    deletable: { type: 'boolean', readonly: true },
    deletedAt: { type: 'date', readonly: true },
  },
  columns: ['name', 'description', 'ClientId', 'isDefault'],
  order: 'id DESC',
  tenant: 'ClientId',
  deleted: 'deletedAt',
  actions: {
    // Another project may have the same name by now: names of projects are not unique.
    restore: {
      can: 'projects:update',
      blocked: ({ deletedAt }) => (deletedAt === null ? { key: 'resources.projects.notDeleted' } : null),
      many: true,
      undo: 'delete',
    },
  },
  messages,
})
