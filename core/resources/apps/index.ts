import { PRODUCT } from '../../base/constants'
import { IMAGE_TYPES } from '../../vocabulary/files'
import { bookkeeping, resource, type Field, type Fields } from '../../vocabulary/resource'
import { max, required } from '../../vocabulary/rules'
import { messages } from './messages'
import { APP_COLORS, THEME_NAMES } from './theme'
import type { App } from './types'

const color = (name: keyof typeof APP_COLORS): Field => ({ type: 'color', default: APP_COLORS[name] })

const label: Field = { type: 'text', listedWith: 'withSchema' }
const config: Field = {
  type: 'group',
  default: {},
  listedWith: 'withSchema',
  fields: {
    banner: {
      type: 'group',
      default: {},
      fields: { url: { type: 'url', upload: { as: 'banner', types: IMAGE_TYPES } } },
    },
    showBannerNickname: { type: 'boolean', default: false },
    bannerNickname: { type: 'text' },
    nickname: { type: 'text' },
    backgroundColor: color('backgroundColor'),
    textColor: color('textColor'),
    headerColor: color('headerColor'),
    secondaryColor: color('secondaryColor'),
    secondaryBackgroundColor: color('secondaryBackgroundColor'),
    themeName: { type: 'choice', choices: THEME_NAMES, default: PRODUCT },
  },
}

/** The fields that people's phones show of an app, besides its channels: a version keeps them. */
export const contentFields = { label, config } satisfies Fields

export const apps = resource<App>()({
  name: 'apps',
  title: 'name',
  // Either permission allows the creation, so that no user ends with a button that fails.
  can: { view: 'apps:view', create: ['apps:create', 'channels:update'], update: 'apps:update', delete: 'apps:update' },
  fields: {
    ...bookkeeping,
    name: { type: 'text', rules: [required()] },
    label,
    description: { type: 'longtext' },
    isDefault: { type: 'boolean', default: false },
    clientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    projectId: { type: 'ref', of: 'projects', rules: [required()] },
    termId: { type: 'ref', of: 'terms' },
    TermId: { type: 'ref', of: 'terms', readonly: true },
    generatePassportKey: { type: 'boolean', default: false },
    publishedVersion: { type: 'integer', readonly: true },
    draftId: { type: 'integer', readonly: true },
    Project: {
      type: 'group',
      readonly: true,
      fields: { name: { type: 'text' }, isDefault: { type: 'boolean' } },
    },
    Channels: {
      type: 'group',
      readonly: true,
      listedWith: 'withSchema',
      fields: { total: { type: 'integer' }, primary: { type: 'integer' } },
    },
    config,
  },
  columns: ['name', 'Project.name', 'publishedVersion', 'description', 'updatedAt'],
  filters: {
    withProject: { type: 'boolean' },
    withSchema: { type: 'boolean' },
    withoutSchema: { type: 'boolean' },
  },
  tenant: 'clientId',
  creation: {
    can: 'apps:create',
    input: {
      appTemplateId: { type: 'ref', of: 'templates' },
      // The name of the app on phones, instead of the template's.
      nickname: { type: 'text' },
    },
  },
  deletion: { danger: 'type-name', parts: ['channels', 'app-versions'] },
  actions: {
    customize: {
      can: 'apps:update',
      input: contentFields,
      partial: true,
      patch: (_row, input) => input,
      undo: 'customize',
    },
    publish: {
      can: 'apps:update',
      input: {
        versionName: { type: 'text' },
        versionComment: { type: 'longtext', rules: [required(), max(2000)] },
        // The draft is published only while it still has this version.
        draftVersion: { type: 'integer', unasked: true },
      },
      blocked: ({ draftId }) => (draftId === null ? { key: 'resources.apps.nothingNew' } : null),
      // Its content may be published already, or that version may have been unpublished.
      reached: ({ draftId, publishedVersion }) => draftId === null && publishedVersion !== null,
      undo: 'unpublish',
      danger: 'ask',
    },
    unpublish: {
      can: 'apps:update',
      blocked: (row) => (row.publishedVersion === null ? { key: 'resources.apps.notPublished' } : null),
      reached: (row) => row.publishedVersion === null,
      // A version that was unpublished is reactivated; a publish makes a new one.
      undo: 'irreversible',
      danger: 'ask',
    },
  },
  messages,
})
