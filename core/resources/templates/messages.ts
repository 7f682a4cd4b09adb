import type { Words } from '../../vocabulary/messages'
import type { Template } from './types'

export const messages: Words<keyof Template, never> = {
  'en-US': {
    name: 'App template',
    names: 'App templates',
    fields: {
      name: 'Name',
      description: 'Description',
      tags: 'Tags',
      visibility: 'Visibility',
      appId: 'App',
      appSchemaId: 'Version',
      clientId: 'Client',
      user: 'By',
      label: 'Label',
      config: 'Theme',
      channels: 'Channels',
    },
    parts: { user: { name: 'By' } },
    choices: { visibility: { public: 'Public', client: 'Client' } },
    filters: { visibility: 'Visibility', withSchema: 'With theme and channels' },
    actions: {},
    empty: 'There are no templates.',
    otherApp: 'must be a version of this app',
    everybodySees:
      'Every client will see the name, description and tags of this template, and the label, theme, texts and files of its app and channels. Make it public?',
  },
  'pt-BR': {
    name: 'Modelo de app',
    names: 'Modelos de apps',
    fields: {
      name: 'Nome',
      description: 'Descrição',
      tags: 'Tags',
      visibility: 'Visibilidade',
      appId: 'App',
      appSchemaId: 'Versão',
      clientId: 'Cliente',
      user: 'Por',
      label: 'Rótulo',
      config: 'Tema',
      channels: 'Canais',
    },
    parts: { user: { name: 'Por' } },
    choices: { visibility: { public: 'Público', client: 'Cliente' } },
    filters: { visibility: 'Visibilidade', withSchema: 'Com tema e canais' },
    actions: {},
    empty: 'Não há modelos.',
    otherApp: 'deve ser uma versão deste app',
    everybodySees:
      'Todos os clientes verão o nome, a descrição e as tags deste modelo, e o rótulo, o tema, os textos e os arquivos do app e dos canais. Tornar público?',
  },
}
