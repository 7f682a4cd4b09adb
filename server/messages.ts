import type { Locale } from '@tocsin/core/constants'

const en = {
  serving: 'tocsin {{version}} is serving {{url}}',
  data: '  data     {{place}}',
  api: '  API      {{url}}/api   description {{url}}/openapi.json   health {{url}}/healthz',
  demo: '  sign in  any of these, password {{password}} (acme-mfa asks for a code as well, acme-no-password has none yet):',
  signIn: '  e.g.     npx --no-install tocsin auth login --username acme-admin',
  messages: '  mail     what the demo sends is told here, and shown on {{url}}/developer/messages',
  noUsers:
    '  nobody lives here yet: within 5 minutes, on this machine,\n           tocsin auth first-root --code={{code}} --username … --name … --email …',
  mail: '\nmail to {{recipient}}: {{subject}}\n{{text}}',
  sms: '\nSMS to {{recipient}}: {{text}}\n',
  stop: '  stop     Ctrl+C',
  powerLoss: '  note     the embedded database survives a killed process, not a power cut: for that set DATABASE_URL',
  stopping: 'stopping: requests under way are finished first',
  portTaken: 'port {{port}} on {{host}} is taken: stop what listens there, or set PORT to another',
  addressRefused: 'cannot listen on {{host}}:{{port}} ({{code}}): set HOST and PORT to an address of this machine',
  folderInUse:
    'the data folder {{folder}} is in use by process {{pid}}: stop that one, or set TOCSIN_DATA to another folder',
  databaseGone: 'the database does not answer: check DATABASE_URL and that it is running',
  databaseRefuses:
    'PostgreSQL refuses the role, the password or the database of DATABASE_URL: it wants postgres://role:password@host:5432/database',
  folderUnusable:
    'the data folder {{folder}} cannot be made or written ({{code}}): set TOCSIN_DATA to a folder of yours',
  diskFull: 'the disk is full: make room for {{folder}} and start again',
  schemaChanged:
    'the database was made by another version ({{migration}}): for the demo, delete {{folder}} and start again; else use the version that made it',
  schemaUnknown: 'the database is newer than this program ({{migration}}): use the newer version',
  demoNotLocal: 'demo accounts have a known password and are served on loopback only: leave HOST unset',
  badOption: 'cannot read {{option}}',
  unforeseen: 'tocsin could not start: {{name}} at {{at}}',
}

const pt: typeof en = {
  serving: 'tocsin {{version}} está servindo {{url}}',
  data: '  dados    {{place}}',
  api: '  API      {{url}}/api   descrição {{url}}/openapi.json   saúde {{url}}/healthz',
  demo: '  entrar   qualquer um destes, senha {{password}} (acme-mfa pede também um código, acme-no-password ainda não tem):',
  signIn: '  ex.      npx --no-install tocsin auth login --username acme-admin',
  messages: '  e-mail   o que a demonstração envia aparece aqui, e em {{url}}/developer/messages',
  noUsers:
    '  ainda não há ninguém aqui: em até 5 minutos, nesta máquina,\n           tocsin auth first-root --code={{code}} --username … --name … --email …',
  mail: '\ne-mail para {{recipient}}: {{subject}}\n{{text}}',
  sms: '\nSMS para {{recipient}}: {{text}}\n',
  stop: '  parar    Ctrl+C',
  powerLoss:
    '  nota     o banco embutido resiste a um processo morto, não a falta de energia: para isso use DATABASE_URL',
  stopping: 'parando: as solicitações em andamento terminam antes',
  portTaken: 'a porta {{port}} em {{host}} está ocupada: pare quem a usa, ou defina outra em PORT',
  addressRefused:
    'não é possível escutar em {{host}}:{{port}} ({{code}}): defina HOST e PORT como um endereço desta máquina',
  folderInUse:
    'a pasta de dados {{folder}} está em uso pelo processo {{pid}}: pare-o, ou defina outra pasta em TOCSIN_DATA',
  databaseGone: 'o banco de dados não responde: verifique DATABASE_URL e se ele está no ar',
  databaseRefuses:
    'o PostgreSQL recusa o papel, a senha ou o banco de DATABASE_URL: deve ser postgres://papel:senha@host:5432/banco',
  folderUnusable: 'a pasta de dados {{folder}} não pode ser criada ou gravada ({{code}}): defina outra em TOCSIN_DATA',
  diskFull: 'o disco está cheio: libere espaço para {{folder}} e inicie de novo',
  schemaChanged:
    'o banco foi criado por outra versão ({{migration}}): na demonstração, apague {{folder}} e inicie de novo; senão use a versão que o criou',
  schemaUnknown: 'o banco é mais novo que este programa ({{migration}}): use a versão mais nova',
  demoNotLocal:
    'as contas de demonstração têm senha conhecida e só são servidas no próprio computador: não defina HOST',
  badOption: 'não é possível ler {{option}}',
  unforeseen: 'o tocsin não pôde iniciar: {{name}} em {{at}}',
}

const messages: Record<Locale, typeof en> = { 'en-US': en, 'pt-BR': pt }

/** What the server says in the terminal that started it. */
export function say(locale: Locale, key: keyof typeof en, values: Record<string, string | number> = {}): string {
  return messages[locale][key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
