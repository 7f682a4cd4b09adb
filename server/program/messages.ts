import type { Locale } from '@tocsin/core/base/constants'

const en = {
  serving: 'tocsin {{version}} is serving {{url}}',
  making: 'creating a new database in {{folder}}: this takes some seconds, once',
  filling: 'filling a new database with the demo: this takes up to half a minute, once',
  data: '  data     {{place}}',
  api: '  API      {{url}}/api   description {{url}}/openapi.json   health {{url}}/healthz',
  demo: '  sign in  any of these, password {{password}} (acme-mfa asks for a code as well, acme-no-password has none yet):',
  signIn: '  e.g.     {{tocsin}} auth login --username acme-admin',
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
    'PostgreSQL refuses the role, the password or the database of DATABASE_URL or TOCSIN_DATABASE_OWNER_URL: it wants postgres://role:password@host:5432/database',
  databaseUrl:
    'DATABASE_URL or TOCSIN_DATABASE_OWNER_URL is not the URL of a PostgreSQL: it wants postgres://role:password@host:5432/database',
  targetGone: '{{place}} does not answer: check the URL of --to and that it is running',
  targetRefuses:
    '{{place}} refuses the role, the password or the database of --to: it wants postgres://role@host:5432/database, and the password from PGPASSWORD or ~/.pgpass',
  waitingForOther: 'another server is preparing the same database: waiting until it is done',
  ownerSearches:
    'the owner of the database, {{login}}, reads texts of every client without a scope: as an administrator run revoke tocsin_search from {{login}}, and grant it again for the start of a newer version',
  waitedForOther:
    'another server has been preparing the same database for half an hour: look at that one, stop it if it hangs, and start again',
  loginNotMade:
    "the owner of the database may not make the login {{login}} or let it become tocsin_app: as an administrator run alter role <owner> createrole, where none of these roles exists yet; or run those of these statements that are missing: create role tocsin_app; create role tocsin_search; grant tocsin_search to <owner>; create role {{login}} login noinherit password '…'; grant tocsin_app to {{login}}; and set DATABASE_URL to {{login}} and TOCSIN_DATABASE_OWNER_URL to the owner",
  loginRefused:
    'PostgreSQL does not let in the login {{login}} that requests run as: allow it a password in pg_hba.conf, or make a login yourself, set DATABASE_URL to it and TOCSIN_DATABASE_OWNER_URL to the owner of the database',
  loginPrivileged:
    'requests may not run as {{login}}, which owns tables, makes roles or passes by row level security: set DATABASE_URL to a login that is a member of tocsin_app alone, and TOCSIN_DATABASE_OWNER_URL to the owner of the database',
  ownerAlone:
    'TOCSIN_DATABASE_OWNER_URL names the owner of a PostgreSQL: set DATABASE_URL to the login of requests as well',
  ownerLacks:
    'the role of DATABASE_URL, or of TOCSIN_DATABASE_OWNER_URL, may not do what a start needs ({{facts}}): as an administrator run alter database <name> owner to <role>',
  databaseFailed: 'the database refused a step of the start ({{facts}}): its own log tells the statement',
  folderUnusable:
    'the data folder {{folder}} cannot be made or written ({{code}}): set TOCSIN_DATA to a folder of yours',
  folderOpen:
    'other users of this machine own {{path}} or have access to it: make the user who starts tocsin its owner and run chmod -R go-rwx {{path}}, or set TOCSIN_DATA to another folder',
  diskFull: 'the disk is full: make room for {{folder}} and start again',
  schemaChanged:
    'the database was made by another version ({{migration}}): for the demo, delete {{folder}} and start again; else use the version that made it',
  schemaUnknown: 'the database is newer than this program ({{migration}}): use the newer version',
  demoNotLocal: 'demo accounts have a known password and are served on loopback only: leave HOST unset',
  badOption: 'cannot read {{option}}',
  unknownFlag: 'there is no flag {{flag}}: --help lists the flags',
  unforeseen: 'tocsin could not start: {{name}} at {{at}}',
}

const pt: typeof en = {
  serving: 'tocsin {{version}} está servindo {{url}}',
  making: 'criando um banco de dados novo em {{folder}}: leva alguns segundos, uma vez',
  filling: 'preenchendo um banco de dados novo com a demonstração: leva até meio minuto, uma vez',
  data: '  dados    {{place}}',
  api: '  API      {{url}}/api   descrição {{url}}/openapi.json   saúde {{url}}/healthz',
  demo: '  entrar   qualquer um destes, senha {{password}} (acme-mfa pede também um código, acme-no-password ainda não tem):',
  signIn: '  ex.      {{tocsin}} auth login --username acme-admin',
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
    'o PostgreSQL recusa o papel, a senha ou o banco de DATABASE_URL ou TOCSIN_DATABASE_OWNER_URL: deve ser postgres://papel:senha@host:5432/banco',
  databaseUrl:
    'DATABASE_URL ou TOCSIN_DATABASE_OWNER_URL não é a URL de um PostgreSQL: deve ser postgres://papel:senha@host:5432/banco',
  targetGone: '{{place}} não responde: verifique a URL de --to e se o banco está no ar',
  targetRefuses:
    '{{place}} recusa o papel, a senha ou o banco de --to: deve ser postgres://papel@host:5432/banco, com a senha de PGPASSWORD ou de ~/.pgpass',
  waitingForOther: 'outro servidor está preparando o mesmo banco: aguardando que ele termine',
  ownerSearches:
    'o dono do banco, {{login}}, lê textos de todos os clientes sem escopo: como administrador execute revoke tocsin_search from {{login}}, e conceda-o de novo para o início de uma versão mais nova',
  waitedForOther:
    'há meia hora outro servidor prepara o mesmo banco: verifique-o, pare-o se estiver travado, e inicie de novo',
  loginNotMade:
    "o dono do banco não pode criar o login {{login}} ou fazê-lo virar tocsin_app: como administrador execute alter role <dono> createrole, se nenhum destes papéis existe ainda; ou execute o que falta destes comandos: create role tocsin_app; create role tocsin_search; grant tocsin_search to <dono>; create role {{login}} login noinherit password '…'; grant tocsin_app to {{login}}; e defina DATABASE_URL como {{login}} e TOCSIN_DATABASE_OWNER_URL como o dono",
  loginRefused:
    'o PostgreSQL não deixa entrar o login {{login}}, com que as solicitações são feitas: permita-lhe uma senha em pg_hba.conf, ou crie um login, defina-o em DATABASE_URL e o dono do banco em TOCSIN_DATABASE_OWNER_URL',
  loginPrivileged:
    'as solicitações não podem ser feitas como {{login}}, que é dono de tabelas, cria papéis ou passa pela segurança por linha: defina em DATABASE_URL um login que seja membro só de tocsin_app, e em TOCSIN_DATABASE_OWNER_URL o dono do banco',
  ownerAlone:
    'TOCSIN_DATABASE_OWNER_URL diz quem é o dono de um PostgreSQL: defina também DATABASE_URL, o login das solicitações',
  ownerLacks:
    'o papel de DATABASE_URL, ou de TOCSIN_DATABASE_OWNER_URL, não pode fazer o que o início precisa ({{facts}}): como administrador execute alter database <nome> owner to <papel>',
  databaseFailed: 'o banco recusou um passo do início ({{facts}}): o registro dele diz qual comando foi',
  folderUnusable: 'a pasta de dados {{folder}} não pode ser criada ou gravada ({{code}}): defina outra em TOCSIN_DATA',
  folderOpen:
    'outros usuários desta máquina são donos de {{path}} ou têm acesso a essa pasta: torne dono dela o usuário que inicia o tocsin e execute chmod -R go-rwx {{path}}, ou defina outra pasta em TOCSIN_DATA',
  diskFull: 'o disco está cheio: libere espaço para {{folder}} e inicie de novo',
  schemaChanged:
    'o banco foi criado por outra versão ({{migration}}): na demonstração, apague {{folder}} e inicie de novo; senão use a versão que o criou',
  schemaUnknown: 'o banco é mais novo que este programa ({{migration}}): use a versão mais nova',
  demoNotLocal:
    'as contas de demonstração têm senha conhecida e só são servidas no próprio computador: não defina HOST',
  badOption: 'não é possível ler {{option}}',
  unknownFlag: 'não existe a opção {{flag}}: --help lista as opções',
  unforeseen: 'o tocsin não pôde iniciar: {{name}} em {{at}}',
}

const messages: Record<Locale, typeof en> = { 'en-US': en, 'pt-BR': pt }

/** Returns a message of the server to the terminal that started it. */
export function say(locale: Locale, key: keyof typeof en, values: Record<string, string | number> = {}): string {
  return fill(messages[locale][key], values)
}

/** Puts values into a message. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
