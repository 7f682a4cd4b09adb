import { bookkeeping, resource, type Rule } from '../../resource'
import { max, required } from '../../rules'
import { messages } from './messages'
import type { Project } from './types'

/** The default project is shown with a translated name, so its stored one is fixed. */
const defaultKeepsItsName: Rule = (value, record) =>
  record['isDefault'] === true && value !== 'default' ? { key: 'resources.projects.defaultName' } : null

export const projects = resource<Project>()({
  name: 'projects',
  title: 'name',
  can: { view: 'projects:view', create: 'projects:create', update: 'projects:update', delete: 'projects:update' },
  fields: {
    ...bookkeeping,
    name: { type: 'text', rules: [required(), defaultKeepsItsName] },
    description: { type: 'longtext', rules: [required(), max(2000)] },
    ClientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    isDefault: { type: 'boolean', readonly: true },
    deletable: { type: 'boolean', readonly: true },
    deletedAt: { type: 'date', readonly: true },
  },
  columns: ['name', 'description', 'ClientId', 'isDefault'],
  order: 'id DESC',
  tenant: 'ClientId',
  actions: {
    // Its name may be another's by now: names of projects were never one project's own.
    restore: {
      can: 'projects:update',
      blocked: ({ deletedAt }) => (deletedAt === null ? { key: 'resources.projects.notDeleted' } : null),
      many: true,
      undo: 'delete',
    },
  },
  messages,
})
