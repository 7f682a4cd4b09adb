import type { Words } from '../../vocabulary/messages'
import { kindWords } from './kinds/index'
import type { Channel } from './types'

const english = kindWords('en-US')
const portuguese = kindWords('pt-BR')

export const messages: Words<keyof Channel, 'assignProviders'> = {
  'en-US': {
    name: 'Channel',
    names: 'Channels',
    fields: {
      name: 'Name',
      channelType: 'Kind',
      label: 'Title',
      primary: 'Primary',
      tag: 'Tag',
      displayOrder: 'Position',
      schemaId: 'App version',
      appId: 'App',
      clientId: 'Client',
      MonitoringProviders: 'Monitoring providers',
      config: 'Options',
    },
    parts: {
      assignProviders: { providers: 'Monitoring providers' },
      config: {
        parentId: 'Group',
        siteManagerOnly: 'For site managers only',
        icon: 'Icon',
        bgColor1: 'Upper colour',
        bgColor2: 'Lower colour',
        textColor: 'Text colour',
        ...english.options,
      },
    },
    choices: { channelType: english.names, config: english.choices },
    filters: { channelType: 'Kind', outside: 'Not within', withSchema: 'With the form' },
    actions: { assignProviders: 'Assign monitoring providers' },
    before: { assignProviders: 'Assign the monitoring providers of' },
    empty: 'There are no channels.',
    // the quoted text is the Portuguese one.
    invalidCopy: 'invalid channel',
    international: 'needs the country code and 8 to 15 digits, such as +55 48 99999-0000',
    dialled: 'needs 3 to 20 digits, such as 190',
    tooMany: 'has {{max}} channels, which is the most an app can have',
    noGroup: 'is not a group of this app, or lies within this channel',
    tooDeep: 'would be more than {{max}} groups deep',
  },
  'pt-BR': {
    name: 'Canal',
    names: 'Canais',
    fields: {
      name: 'Nome',
      channelType: 'Tipo',
      label: 'Título',
      primary: 'Primário',
      tag: 'Tag',
      displayOrder: 'Posição',
      schemaId: 'Versão do app',
      appId: 'App',
      clientId: 'Cliente',
      MonitoringProviders: 'Provedores de monitoramento',
      config: 'Opções',
    },
    parts: {
      assignProviders: { providers: 'Provedores de monitoramento' },
      config: {
        parentId: 'Grupo',
        siteManagerOnly: 'Só para gestores do local',
        icon: 'Ícone',
        bgColor1: 'Cor de cima',
        bgColor2: 'Cor de baixo',
        textColor: 'Cor do texto',
        ...portuguese.options,
      },
    },
    choices: { channelType: portuguese.names, config: portuguese.choices },
    filters: { channelType: 'Tipo', outside: 'Fora de', withSchema: 'Com o formulário' },
    actions: { assignProviders: 'Atribuir provedores de monitoramento' },
    before: { assignProviders: 'Atribuir os provedores de monitoramento de' },
    empty: 'Não há canais.',
    invalidCopy: 'canal invalido',
    international: 'precisa do código do país e de 8 a 15 dígitos, como +55 48 99999-0000',
    dialled: 'precisa de 3 a 20 dígitos, como 190',
    tooMany: 'tem {{max}} canais, o máximo de um app',
    noGroup: 'não é um grupo deste app, ou fica dentro deste canal',
    tooDeep: 'ficaria em mais de {{max}} grupos de profundidade',
  },
}
