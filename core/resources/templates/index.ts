import { TEMPLATES_PATH } from '../../base/constants'
import { content } from '../../vocabulary/content'
import { bookkeeping, resource } from '../../vocabulary/resource'
import { max, required } from '../../vocabulary/rules'
import { messages } from './messages'
import { VISIBILITIES, type Template } from './types'

export const templates = resource<Template>()({
  name: 'templates',
  path: TEMPLATES_PATH,
  title: 'name',
  can: { view: 'apps:view', create: 'apps:create', update: 'apps:update', delete: 'apps:update' },
  fields: {
    ...bookkeeping,
    name: { type: 'text', rules: [required()] },
    description: { type: 'longtext', rules: [required(), max(2000)] },
    tags: { type: 'tags', default: [] },
    visibility: { type: 'choice', choices: VISIBILITIES, default: 'public', rules: [required()] },
    appId: { type: 'ref', of: 'apps', rules: [required()], readonly: 'after-create', outlives: true },
    appSchemaId: {
      type: 'ref',
      of: 'app-versions',
      readonly: 'after-create',
      outlives: true,
      among: {
        // No app has the id 0.
        where: ({ appId }) => ({ appId: typeof appId === 'number' ? appId : 0 }),
        otherwise: 'resources.templates.otherApp',
      },
    },
    clientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    user: { type: 'group', readonly: true, fields: { name: { type: 'text' } } },
    label: content('text'),
    config: content('json'),
    channels: content('json'),
  },
  columns: ['name', 'description', 'tags', 'visibility', 'clientId', 'updatedAt'],
  filters: {
    visibility: { type: 'choice', choices: VISIBILITIES },
    withSchema: { type: 'boolean' },
  },
  order: 'createdAt DESC',
  tenant: 'clientId',
  confirms: (draft, before, { userType }) =>
    draft['visibility'] === 'public' && before?.['visibility'] !== 'public' && userType === 'client'
      ? { key: 'resources.templates.everybodySees' }
      : null,
  // A reader of another client is not told whose it is.
  forbiddenReason: ({ clientId }) => (clientId === null ? { key: 'resources.templates.ofAnother' } : null),
  actions: {},
  messages,
})
