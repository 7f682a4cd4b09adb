import { formSchema } from '../../form/schema'
import { bookkeeping, resource, type Among, type Reason } from '../../vocabulary/resource'
import { required } from '../../vocabulary/rules'
import { messages } from './messages'
import type { Survey } from './types'

/** The channels that may open a survey: those of the kind survey. */
const surveyChannels: Among = {
  where: ({ ClientId }) => ({
    channelType: 'survey',
    ...(typeof ClientId === 'number' ? { clientId: ClientId } : {}),
  }),
  otherwise: 'resources.surveys.noSurveyChannel',
}

const why = (reason: string): Reason => ({ key: `resources.surveys.${reason}` })

export const surveys = resource<Survey>()({
  name: 'surveys',
  title: 'name',
  can: { view: 'surveys:view', create: 'surveys:update', update: 'surveys:update', delete: 'surveys:update' },
  fields: {
    ...bookkeeping,
    name: { type: 'text', rules: [required()] },
    ClientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    active: { type: 'boolean', default: true, rules: [required()] },
    // The first answer sets it, whatever version the survey has.
    locked: { type: 'boolean', readonly: true, unversioned: true },
    Channels: { type: 'refs', of: 'channels', told: ['name', 'appName'], outlives: true, among: surveyChannels },
    config: {
      type: 'group',
      default: {},
      large: true,
      // A list has the questions of its surveys only where they are asked for.
      fields: { ...formSchema, fields: { ...formSchema['fields']!, listedWith: 'withSchema' } },
    },
    deletedAt: { type: 'date', readonly: true },
  },
  columns: ['name', 'Channels', 'active', 'locked', 'createdAt'],
  filters: { withSchema: { type: 'boolean' } },
  order: 'createdAt DESC',
  tenant: 'ClientId',
  switch: 'active',
  deleted: 'deletedAt',
  actions: {
    activate: {
      can: 'surveys:update',
      patch: () => ({ active: true }),
      blocked: (row) => (row.active ? why('alreadyActive') : null),
      many: true,
      undo: 'deactivate',
    },
    deactivate: {
      can: 'surveys:update',
      patch: () => ({ active: false }),
      blocked: (row) => (row.active ? null : why('notActive')),
      many: true,
      undo: 'activate',
      danger: 'ask',
    },
    /** Makes another survey with the same questions and channels, which can be changed. */
    copy: {
      can: 'surveys:update',
      input: { name: { type: 'text', rules: [required()] } },
      undo: 'irreversible',
    },
    /** Returns the address at which a person without an account answers once. */
    link: {
      can: 'surveys:update',
      input: { ChannelId: { type: 'ref', of: 'channels', among: surveyChannels } },
      blocked: (row) => (row.active ? null : why('notActive')),
      undo: 'irreversible',
      secret: 'link',
    },
    restore: {
      can: 'surveys:update',
      blocked: ({ deletedAt }) => (deletedAt === null ? why('notDeleted') : null),
      many: true,
      undo: 'delete',
    },
  },
  messages,
})
