import type { Locale } from '@tocsin/core/base/constants'

const english = {
  title: 'Hello, {{name}}',
  counts: 'How much there is',
  countedAt: 'Counted at {{time}}',
  client: 'A client',
  pick: 'Choose a client to see its figures.',
  top: { apps: 'Apps with the most people', sites: 'Sites with the most people' },
  people: 'People',
  noTop: 'Nobody has joined yet, so there are no first three.',
  failed: 'These figures could not be loaded.',
  nothing: 'There is nothing here for you yet.',
  nothingDetail: 'Your account has no permissions. Whoever manages your users can give it a role.',
  noScreens: 'Nothing of what your role may do has a screen here yet.',
  empty: 'There are no figures for you here.',
  emptyDetail: 'What your account may see and do is found by searching for it.',
  terminal: 'The same in the terminal',
  terminalLead: 'Every command of the palette is one of the terminal, under the same name. Sign in there as well:',
}

const portuguese: typeof english = {
  title: 'Olá, {{name}}',
  counts: 'Quanto há de cada coisa',
  countedAt: 'Contado em {{time}}',
  client: 'Um cliente',
  pick: 'Escolha um cliente para ver os números dele.',
  top: { apps: 'Apps com mais pessoas', sites: 'Sites com mais pessoas' },
  people: 'Pessoas',
  noTop: 'Ninguém se cadastrou ainda, então não há três primeiros.',
  failed: 'Não foi possível carregar estes números.',
  nothing: 'Ainda não há nada aqui para você.',
  nothingDetail: 'Sua conta não tem permissões. Quem gerencia seus usuários pode dar um papel a ela.',
  noScreens: 'Nada do que seu papel pode fazer tem uma tela aqui ainda.',
  empty: 'Não há números para você aqui.',
  emptyDetail: 'O que sua conta pode ver e fazer é encontrado pela busca.',
  terminal: 'O mesmo no terminal',
  terminalLead: 'Cada comando da paleta é um do terminal, com o mesmo nome. Entre lá também:',
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
