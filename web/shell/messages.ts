import type { Locale } from '@tocsin/core/base/constants'

const english = {
  ask: 'Search or run…',
  menu: 'Menu',
  sidebar: 'Lists',
  path: 'Path',
  home: 'Home',
  configuration: 'Settings',
  fold: 'Fold',
  unfold: 'Unfold',
  busy: 'Loading',
  client: 'Client',
  allClients: 'All clients',
  account: 'Account',
  singleKeys: 'Single-letter keys',
  keys: 'Keys',
  starting: 'Starting…',
  locked: 'The client {{name}} is locked. It can be read, not changed.',
  unlock: 'Unlock…',
  actingAs: {
    label: 'Signed in as somebody else',
    who: 'You are {{name}} — signed in as {{own}}.',
    recorded: 'Everything is recorded under both names.',
    back: 'Back to {{own}}',
  },
  notFound: {
    title: 'Page not found',
    detail: 'Nothing is at this address.',
    home: 'Go home',
    palette: 'Search',
  },
  noAccess: {
    title: 'No access',
    detail: 'Your account may not see this. Whoever manages your users can give it the permission {{permission}}.',
    act: 'Your account may not do this. Whoever manages your users can give it the permission {{permission}}.',
    otherAccounts: 'Accounts of your kind may not see this. No permission changes that.',
    see: 'See the record',
  },
  broken: {
    title: 'This page broke',
    detail: 'What was typed is kept. Load the page again; if it breaks again, tell support what you did.',
    again: 'Load again',
  },
  notLoaded: {
    title: 'The console did not load',
    detail: 'A part of the page could not be fetched. The server may be down, or newer than this page.',
    again: 'Try again',
  },
}

const portuguese: typeof english = {
  ask: 'Buscar ou executar…',
  menu: 'Menu',
  sidebar: 'Listas',
  path: 'Caminho',
  home: 'Início',
  configuration: 'Configuração',
  fold: 'Recolher',
  unfold: 'Expandir',
  busy: 'Carregando',
  client: 'Cliente',
  allClients: 'Todos os clientes',
  account: 'Conta',
  singleKeys: 'Teclas de uma letra',
  keys: 'Teclas',
  starting: 'Iniciando…',
  locked: 'O cliente {{name}} está bloqueado. Só leitura.',
  unlock: 'Desbloquear…',
  actingAs: {
    label: 'No lugar de outra pessoa',
    who: 'Você é {{name}} — conectado como {{own}}.',
    recorded: 'Tudo fica registrado com os dois nomes.',
    back: 'Voltar a {{own}}',
  },
  notFound: {
    title: 'Página não encontrada',
    detail: 'Não há nada neste endereço.',
    home: 'Ir ao início',
    palette: 'Buscar',
  },
  noAccess: {
    title: 'Sem acesso',
    detail: 'Sua conta não pode ver isto. Quem gerencia seus usuários pode dar a permissão {{permission}}.',
    act: 'Sua conta não pode fazer isto. Quem gerencia seus usuários pode dar a permissão {{permission}}.',
    otherAccounts: 'Contas como a sua não podem ver isto. Nenhuma permissão muda isso.',
    see: 'Ver o registro',
  },
  broken: {
    title: 'Esta página quebrou',
    detail:
      'O que foi digitado está guardado. Carregue a página de novo; se quebrar outra vez, conte ao suporte o que fez.',
    again: 'Carregar de novo',
  },
  notLoaded: {
    title: 'O console não carregou',
    detail: 'Uma parte da página não pôde ser obtida. O servidor pode estar fora do ar, ou mais novo que esta página.',
    again: 'Tentar de novo',
  },
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
