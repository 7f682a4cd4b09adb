import { createVocabulary, type Translate } from '@tocsin/core/i18n'
import type { Locale } from '@tocsin/core/constants'

const english = {
  tagline: 'Emergency alerts in order, without leaving the keyboard.',
  about:
    'Sites, teams, apps and monitoring providers of every client: kept in one console and in the terminal, under the same names.',
  skip: 'Skip to content',
  language: 'Language',
  theme: 'Theme',
  themes: { grey: 'Grey', blue: 'Blue' },
  mode: 'Mode',
  modes: { system: 'System', light: 'Light', dark: 'Dark' },
  languages: { 'en-US': 'English', 'pt-BR': 'Português' },
  runs: 'What runs here',
  state: 'State',
  states: {
    asking: 'Asking…',
    ready: 'Ready',
    unready: 'Not ready',
    unreachable: 'No answer',
  },
  advice: {
    unready: 'The server runs but cannot reach its database. Its terminal says why.',
    unreachable: 'The server does not answer. Start it with npm start in the checkout.',
  },
  version: 'Version',
  database: 'Database',
  databases: {
    embedded: 'PostgreSQL, embedded',
    postgres: 'PostgreSQL, at DATABASE_URL',
    unknown: 'unknown',
  },
  address: 'Address',
  places: 'Where things are',
  placeNames: {
    api: 'Management API',
    openapi: 'OpenAPI document',
    health: 'Health',
    readiness: 'Readiness',
  },
  afterSignIn: 'after sign-in',
  terminal: 'Sign in from the terminal',
  terminalSteps: {
    login: 'In the checkout, sign in. The server printed its accounts when it started.',
    next: 'Then, for example, list sites, or ask what else there is:',
  },
  copy: 'Copy',
  copied: 'Copied',
  disclaimer: 'This service does not replace a call to the emergency numbers 190 or 193.',
}

const portuguese: typeof english = {
  tagline: 'Alertas de emergência em ordem, sem largar o teclado.',
  about:
    'Sites, equipes, apps e provedores de monitoramento de cada cliente: em um só console e no terminal, com os mesmos nomes.',
  skip: 'Ir para o conteúdo',
  language: 'Idioma',
  theme: 'Tema',
  themes: { grey: 'Cinza', blue: 'Azul' },
  mode: 'Modo',
  modes: { system: 'Sistema', light: 'Claro', dark: 'Escuro' },
  languages: { 'en-US': 'English', 'pt-BR': 'Português' },
  runs: 'O que está rodando aqui',
  state: 'Estado',
  states: {
    asking: 'Consultando…',
    ready: 'Pronto',
    unready: 'Indisponível',
    unreachable: 'Sem resposta',
  },
  advice: {
    unready: 'O servidor está no ar, mas não alcança o banco de dados. O terminal dele diz por quê.',
    unreachable: 'O servidor não responde. Inicie-o com npm start na pasta do projeto.',
  },
  version: 'Versão',
  database: 'Banco de dados',
  databases: {
    embedded: 'PostgreSQL embutido',
    postgres: 'PostgreSQL em DATABASE_URL',
    unknown: 'desconhecido',
  },
  address: 'Endereço',
  places: 'Onde fica cada coisa',
  placeNames: {
    api: 'API de gestão',
    openapi: 'Documento OpenAPI',
    health: 'Saúde',
    readiness: 'Prontidão',
  },
  afterSignIn: 'depois de entrar',
  terminal: 'Entrar pelo terminal',
  terminalSteps: {
    login: 'Na pasta do projeto, entre. O servidor mostrou as contas ao iniciar.',
    next: 'Depois, por exemplo, liste os sites ou veja o que mais existe:',
  },
  copy: 'Copiar',
  copied: 'Copiado',
  disclaimer: 'Este serviço não substitui a ligação para os números de emergência 190 ou 193.',
}

/** The page's words, side by side. */
export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }

const vocabulary = createVocabulary()
vocabulary.add(['web'], messages)

/** The page's own words in a language: keys without the leading `web.`. */
export const pageWords = (locale: Locale): Translate => {
  const translate = vocabulary.translate(locale)
  return (key, values) => translate(`web.${key}`, values)
}
