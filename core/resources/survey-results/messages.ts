import type { Words } from '../../vocabulary/messages'
import type { SurveyResult } from './types'

export const messages: Words<keyof SurveyResult, never> = {
  'en-US': {
    name: 'Survey result',
    names: 'Survey results',
    fields: {
      SurveyId: 'Survey',
      Survey: 'Survey',
      ClientId: 'Client',
      SiteId: 'Site',
      MobileProfile: 'Contact',
      ChannelId: 'Channel (id)',
      Channel: 'Channel',
      latitude: 'Latitude',
      longitude: 'Longitude',
      data: 'Answers',
    },
    parts: {
      Survey: { name: 'Survey' },
      MobileProfile: {
        name: 'Contact',
        phone: 'Phone',
        email: 'E-mail',
        job: 'Job',
        integrationId: 'Integration id',
      },
      Channel: { name: 'Channel', label: 'Title of the channel', channelType: 'Kind of channel' },
    },
    actions: {},
    empty: 'There are no results yet.',
    received: 'Received',
    byLink: 'No profile (link)',
  },
  'pt-BR': {
    name: 'Resultado de pesquisa',
    names: 'Resultados de pesquisas',
    fields: {
      SurveyId: 'Pesquisa',
      Survey: 'Pesquisa',
      ClientId: 'Cliente',
      SiteId: 'Local',
      MobileProfile: 'Contato',
      ChannelId: 'Canal (id)',
      Channel: 'Canal',
      latitude: 'Latitude',
      longitude: 'Longitude',
      data: 'Respostas',
    },
    parts: {
      Survey: { name: 'Pesquisa' },
      MobileProfile: {
        name: 'Contato',
        phone: 'Telefone',
        email: 'E-mail',
        job: 'Cargo',
        integrationId: 'Id de integração',
      },
      Channel: { name: 'Canal', label: 'Título do canal', channelType: 'Tipo do canal' },
    },
    actions: {},
    empty: 'Ainda não há resultados.',
    received: 'Recebido',
    byLink: 'Sem perfil (link)',
  },
}
