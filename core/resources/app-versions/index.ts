import { content } from '../../vocabulary/content'
import { bookkeeping, resource } from '../../vocabulary/resource'
import { messages } from './messages'
import type { AppVersion } from './types'

const VERSION_STATUSES = ['draft', 'published', 'unpublished'] as const

export const appVersions = resource<AppVersion>()({
  name: 'app-versions',
  title: 'versionName',
  can: { view: 'apps:view' },
  fields: {
    ...bookkeeping,
    versionId: { type: 'integer', readonly: true },
    number: { type: 'integer', readonly: true },
    versionName: { type: 'text', readonly: true },
    versionComment: { type: 'longtext', readonly: true },
    status: { type: 'choice', choices: VERSION_STATUSES, readonly: true },
    appId: { type: 'ref', of: 'apps', readonly: true, partOf: true },
    clientId: { type: 'ref', of: 'clients', readonly: true },
    continued: { type: 'boolean', readonly: true },
    User: { type: 'group', readonly: true, fields: { name: { type: 'text' } } },
    label: content('text'),
    config: content('json'),
    channels: content('json'),
  },
  columns: ['appId', 'number', 'versionName', 'versionComment', 'status', 'updatedAt', 'User.name'],
  filters: { status: { type: 'choice', choices: VERSION_STATUSES }, withSchema: { type: 'boolean' } },
  unsearched: true,
  order: 'id DESC',
  tenant: 'clientId',
  actions: {
    unpublish: {
      can: 'apps:update',
      blocked: ({ status }) => (status === 'published' ? null : { key: 'resources.app-versions.notPublished' }),
      reached: ({ status }) => status === 'unpublished',
      undo: 'reactivate',
      danger: 'ask',
    },
    reactivate: {
      can: 'apps:update',
      blocked: ({ status }) => (status === 'unpublished' ? null : { key: 'resources.app-versions.notUnpublished' }),
      reached: ({ status }) => status === 'published',
      replaces: ({ appId }) => ({ appId, status: 'published' }),
      // Another version may have been published before.
      undo: 'irreversible',
      danger: 'ask',
    },
    continue: {
      can: 'apps:update',
      blocked: ({ status, continued }) => {
        if (status === 'draft') return { key: 'resources.app-versions.isDraft' }
        return continued ? { key: 'resources.app-versions.isContinued' } : null
      },
      reached: ({ continued }) => continued,
      replaces: ({ appId }) => ({ appId, status: 'draft' }),
      undo: 'takeBack',
      danger: 'ask',
    },
    takeBack: {
      can: 'apps:update',
      blocked: ({ continued }) => (continued ? null : { key: 'resources.app-versions.notContinued' }),
      undo: 'continue',
    },
  },
  messages,
})
