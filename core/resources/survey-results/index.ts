import { bookkeeping, resource } from '../../vocabulary/resource'
import { messages } from './messages'
import type { SurveyResult } from './types'

/** Answers to surveys: phones and links write them, and nobody changes them. */
export const surveyResults = resource<SurveyResult>()({
  name: 'survey-results',
  title: 'createdAt',
  can: { view: 'surveys:view' },
  fields: {
    ...bookkeeping,
    SurveyId: { type: 'ref', of: 'surveys', readonly: true, outlives: true },
    Survey: { type: 'group', readonly: true, fields: { name: { type: 'text' } } },
    ClientId: { type: 'ref', of: 'clients', readonly: true },
    SiteId: { type: 'ref', of: 'sites', readonly: true },
    MobileProfile: {
      type: 'group',
      readonly: true,
      fields: {
        name: { type: 'text' },
        phone: { type: 'phone' },
        email: { type: 'email' },
        job: { type: 'text' },
        integrationId: { type: 'text' },
      },
    },
    // The channel may be deleted since, so that its id is no reference.
    ChannelId: { type: 'integer', readonly: true },
    Channel: {
      type: 'group',
      readonly: true,
      fields: { name: { type: 'text' }, label: { type: 'text' }, channelType: { type: 'text' } },
    },
    latitude: { type: 'number', readonly: true },
    longitude: { type: 'number', readonly: true },
    data: { type: 'json', readonly: true },
  },
  columns: ['createdAt', 'MobileProfile.name', 'Survey.name', 'Channel.name'],
  order: 'createdAt DESC',
  tenant: 'ClientId',
  site: 'SiteId',
  actions: {},
  messages,
})
