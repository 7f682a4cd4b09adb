import type { Locale } from '@tocsin/core/base/constants'

const english = {
  ask: 'Search or run…',
  menu: 'Menu',
  sidebar: 'Lists',
  home: 'Home',
  channels: 'Channels',
  registration: 'Registration',
  settings: 'Settings',
  fold: 'Collapse',
  unfold: 'Expand',
  client: 'Client',
  allClients: 'All clients',
  singleKeys: 'Single-letter keys',
  keys: 'Shortcuts',
  actingAs: {
    label: 'Signed in as somebody else',
    who: 'You are {{name}} — signed in as {{own}}.',
    recorded: 'Everything is recorded under both names.',
    back: 'Back to {{own}}',
  },
}

const portuguese: typeof english = {
  ask: 'Buscar ou executar…',
  menu: 'Menu',
  sidebar: 'Listas',
  home: 'Início',
  channels: 'Canais',
  registration: 'Cadastro',
  settings: 'Configuração',
  fold: 'Recolher',
  unfold: 'Expandir',
  client: 'Cliente',
  allClients: 'Todos os clientes',
  singleKeys: 'Atalhos de uma tecla',
  keys: 'Atalhos',
  actingAs: {
    label: 'No lugar de outra pessoa',
    who: 'Você é {{name}} — conectado como {{own}}.',
    recorded: 'Tudo fica registrado com os dois nomes.',
    back: 'Voltar a {{own}}',
  },
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
