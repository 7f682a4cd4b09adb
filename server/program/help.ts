import type { Locale } from '@tocsin/core/base/constants'

type Rows = readonly (readonly [string, string])[]
type Page = { usage: string; about: string; flags: Rows; variables: Rows; more: string }

const VARIABLES = 'docs/configuration.md'

const en: Page = {
  usage: 'Usage:  node dist/server/main.js [flags]     or  tocsin serve [flags]',
  about: 'Serves the management API and the console. It migrates its database when it starts.',
  flags: [
    ['--demo', 'fills an empty database with the demo accounts and data; on this machine only'],
    ['--demo=embedded', 'the same, on the embedded database only'],
    ['--big', 'with --demo: adds a hundred thousand sites'],
    ['--help', 'shows this page'],
    ['--version', 'shows the version'],
  ],
  variables: [
    ['DATABASE_URL', 'a PostgreSQL 15 or newer as its owner; without it the embedded database'],
    ['TOCSIN_DATABASE_OWNER_URL', 'the owner, if DATABASE_URL is the login of requests alone'],
    ['TOCSIN_DATA', 'the folder of the embedded database'],
    ['HOST, PORT', 'the address to listen on: 127.0.0.1 and 4000'],
    ['TOCSIN_PUBLIC_URL', 'the address of the console in mails'],
    ['TOCSIN_TRUSTED_PROXIES', 'addresses and ranges of the proxies in front'],
    ['TOCSIN_ALLOWED_ORIGINS', 'other origins whose pages may call the API'],
    ['SMTP_URL, MAIL_FROM', 'the mail server and the sender'],
    ['SMS_URL', 'the gateway for text messages'],
    ['TOCSIN_OUTBOUND_ALLOW', 'internal addresses that webhooks may reach'],
    ['TOCSIN_LINKS', 'the links under the sign-in'],
    ['TOCSIN_MAPS_URL', 'the address of a map of a place'],
    ['TOCSIN_FEATURES', 'the feature flags that are on'],
    ['TOCSIN_FAULTS', 'deliberate failures for manual tests'],
    ['LOG_LEVEL', 'info, warn, error or silent'],
    ['TOCSIN_LOCALE', 'the language: pt-BR or en-US'],
  ],
  more: `${VARIABLES} explains each of them.`,
}

const pt: Page = {
  usage: 'Uso:  node dist/server/main.js [opções]     ou  tocsin serve [opções]',
  about: 'Serve a API de administração e o console. Atualiza o esquema do banco ao iniciar.',
  flags: [
    ['--demo', 'preenche um banco vazio com as contas e os dados de demonstração; só neste computador'],
    ['--demo=embedded', 'o mesmo, só no banco embutido'],
    ['--big', 'com --demo: acrescenta cem mil sites'],
    ['--help', 'mostra esta página'],
    ['--version', 'mostra a versão'],
  ],
  variables: [
    ['DATABASE_URL', 'um PostgreSQL 15 ou mais novo, com o dono; sem ela, o banco embutido'],
    ['TOCSIN_DATABASE_OWNER_URL', 'o dono, se DATABASE_URL é só o login das solicitações'],
    ['TOCSIN_DATA', 'a pasta do banco embutido'],
    ['HOST, PORT', 'o endereço em que escuta: 127.0.0.1 e 4000'],
    ['TOCSIN_PUBLIC_URL', 'o endereço do console nos e-mails'],
    ['TOCSIN_TRUSTED_PROXIES', 'endereços e faixas dos proxies à frente'],
    ['TOCSIN_ALLOWED_ORIGINS', 'outras origens cujas páginas podem chamar a API'],
    ['SMTP_URL, MAIL_FROM', 'o servidor de e-mail e o remetente'],
    ['SMS_URL', 'o gateway de mensagens de texto'],
    ['TOCSIN_OUTBOUND_ALLOW', 'endereços internos que os webhooks podem alcançar'],
    ['TOCSIN_LINKS', 'os links abaixo da entrada'],
    ['TOCSIN_MAPS_URL', 'o endereço do mapa de um lugar'],
    ['TOCSIN_FEATURES', 'os recursos experimentais ligados'],
    ['TOCSIN_FAULTS', 'falhas propositais para testes manuais'],
    ['LOG_LEVEL', 'info, warn, error ou silent'],
    ['TOCSIN_LOCALE', 'o idioma: pt-BR ou en-US'],
  ],
  more: `${VARIABLES} explica cada uma.`,
}

const PAGES: Record<Locale, Page> = { 'en-US': en, 'pt-BR': pt }
const WIDTH = 28

/** Returns the help of the server's program. */
export function helpPage(locale: Locale): string {
  const { usage, about, flags, variables, more } = PAGES[locale]
  const lines = ([term, text]: readonly [string, string]) => `  ${term.padEnd(WIDTH)}${text}`
  return [usage, '', about, '', ...flags.map(lines), '', ...variables.map(lines), '', more].join('\n')
}
