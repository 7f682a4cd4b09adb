import type { Locale } from '@tocsin/core/base/constants'

const english = {
  redone: 'Done again: {{what}}',
  undone: 'Undone: {{what}}',
  not: { undo: 'Not undone: {{what}}', redo: 'Not done again: {{what}}' },
  nothingTo: { undo: 'There is nothing to undo.', redo: 'There is nothing to do again.' },
  copiedText: 'Copied: {{text}}',
  request: 'Request',
  undo: 'Undo',
  busy: 'Loading',
  account: 'Account',
  locked: 'The client {{name}} is locked. It can be read, not changed.',
  about:
    'Sites, teams, apps and monitoring providers of every client: kept in one console and in the terminal, under the same names.',
  skip: 'Skip to content',
  language: 'Language',
  theme: 'Theme',
  themes: { grey: 'Grey', blue: 'Blue' },
  mode: 'Mode',
  modes: { system: 'System', light: 'Light', dark: 'Dark' },
  languages: { 'en-US': 'English', 'pt-BR': 'Português' },
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'The browser does not let this page copy. Select the text and copy it by hand.',
  problem: '{{label}} {{problem}}.',
  again: 'Try again',
  wait: 'Wait {{seconds}} seconds.',
  waited: 'You can try again now.',
  disclaimer: 'This service does not replace a call to the emergency numbers 190 or 193.',
}

const portuguese: typeof english = {
  redone: 'Refeito: {{what}}',
  undone: 'Desfeito: {{what}}',
  not: { undo: 'Não foi desfeito: {{what}}', redo: 'Não foi refeito: {{what}}' },
  nothingTo: { undo: 'Não há nada a desfazer.', redo: 'Não há nada a refazer.' },
  copiedText: 'Copiado: {{text}}',
  request: 'Solicitação',
  undo: 'Desfazer',
  busy: 'Carregando',
  account: 'Conta',
  locked: 'O cliente {{name}} está bloqueado. Só leitura.',
  about:
    'Sites, equipes, apps e provedores de monitoramento de cada cliente: em um só console e no terminal, com os mesmos nomes.',
  skip: 'Ir para o conteúdo',
  language: 'Idioma',
  theme: 'Tema',
  themes: { grey: 'Cinza', blue: 'Azul' },
  mode: 'Modo',
  modes: { system: 'Sistema', light: 'Claro', dark: 'Escuro' },
  languages: { 'en-US': 'English', 'pt-BR': 'Português' },
  copy: 'Copiar',
  copied: 'Copiado',
  notCopied: 'O navegador não deixa esta página copiar. Selecione o texto e copie à mão.',
  problem: '{{label}} {{problem}}.',
  again: 'Tentar de novo',
  wait: 'Espere {{seconds}} segundos.',
  waited: 'Você já pode tentar de novo.',
  disclaimer: 'Este serviço não substitui a ligação para os números de emergência 190 ou 193.',
}

/** Words of the whole console. Folders and resources bring their own. */
export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
