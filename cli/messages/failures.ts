import { words } from './words'

const errors = words(
  {
    error: 'error',
    hint: 'hint',
    request: 'request',
    interrupted: 'interrupted',
    terminated: 'terminated',
    unexpected: 'something went wrong: {{reason}}',
    noFile: 'there is no file or folder {{path}}',
    noAccess: '{{path}} cannot be opened: permission denied',
    isFolder: '{{path}} is a folder',
    notFolder: '{{path}} is not a folder, or is inside a file',
    diskFull: 'the disk is full: {{path}} was not written',
    wordless: '{{address}} answered HTTP {{status}} without a message',
    failedOf: '{{failed}} of {{total}} failed',
    alike: 'the same for {{more}} more: {{names}}: {{reason}}',
    locked: 'another command (process {{pid}}) holds {{path}}',
  },
  {
    error: 'erro',
    hint: 'dica',
    request: 'solicitação',
    interrupted: 'interrompido',
    terminated: 'encerrado',
    unexpected: 'algo deu errado: {{reason}}',
    noFile: 'não há o arquivo ou a pasta {{path}}',
    noAccess: 'o arquivo {{path}} não pode ser aberto: permissão negada',
    isFolder: '{{path}} é uma pasta',
    notFolder: '{{path}} não é uma pasta, ou fica dentro de um arquivo',
    diskFull: 'o disco está cheio, {{path}} não foi gravado',
    wordless: 'a resposta de {{address}} foi HTTP {{status}} e não disse mais nada',
    failedOf: '{{failed}} de {{total}} falharam',
    alike: 'o mesmo com mais {{more}}: {{names}}: {{reason}}',
    locked: 'outro comando (processo {{pid}}) ocupa {{path}}',
  },
)

const hints = words(
  {
    unknownOutcome: 'it may have been done anyway: check before you run it again',
    sameKey: 'it may have been done anyway: run it again with the same key, and it is done once',
    caNeedsTls: 'it applies to https:// only',
    insecureHttp: 'use https://, or --insecure-http on a network that you trust',
    network: 'is the server running, and is TOCSIN_HOST right?',
    ids: 'give one id a line, as -o ids prints them',
    order: 'for example --order={{path}}, or --order=-{{path}} for descending order',
    where: "for example --where='active=false and name~norte'; quote a value that contains and",
    didYouMean: 'did you mean {{meant}}?',
    tokenRefused: 'the server does not take the token in TOCSIN_TOKEN: set a valid one, or unset it',
    tokenIsOver: 'unset TOCSIN_TOKEN, sign in and create another token',
    ownAccount: 'go back to your own account',
  },
  {
    unknownOutcome: 'pode ter sido feito mesmo assim: verifique antes de rodar de novo',
    sameKey: 'pode ter sido feito mesmo assim: com a mesma chave pode rodar de novo, e é feito uma só vez',
    caNeedsTls: 'ela é para https://',
    insecureHttp: 'use https://, ou --insecure-http se você confia em todo o caminho',
    network: 'o servidor está no ar, e TOCSIN_HOST está certo?',
    ids: 'informe um id por linha, como uma lista os escreve com -o ids',
    order: 'por exemplo --order={{path}}, ou --order=-{{path}} na ordem inversa',
    where: "por exemplo --where='active=false and name~norte'; aspas guardam um valor que contém and",
    didYouMean: 'quis dizer {{meant}}?',
    tokenRefused: 'o servidor não aceita o token em TOCSIN_TOKEN: defina um que valha, ou nenhum',
    tokenIsOver: 'remova TOCSIN_TOKEN, entre na sua conta e crie outro token',
    ownAccount: 'volte à sua própria conta',
  },
)

const credentials = words(
  {
    exposed: 'other users can read {{path}}, so it is not used',
    unreadable: '{{path}} is not a credentials file that this version can read',
    unknownAccount: 'no account {{account}} is signed in to {{host}}',
    known: 'signed-in accounts: {{accounts}}',
    none: 'nobody is signed in here',
    nobody: 'nobody is signed in to {{host}}',
    elsewhere: 'the accounts here are for {{hosts}}: set --host or TOCSIN_HOST, or sign in',
  },
  {
    exposed: 'outros usuários podem ler {{path}}, por isso não é usado',
    unreadable: '{{path}} não é um arquivo de credenciais que esta versão possa ler',
    unknownAccount: 'nenhuma conta {{account}} está conectada a {{host}}',
    known: 'estão conectadas: {{accounts}}',
    none: 'ninguém está conectado aqui',
    nobody: 'ninguém está conectado a {{host}}',
    elsewhere: 'as contas daqui são de {{hosts}}: informe o --host ou TOCSIN_HOST certo, ou entre',
  },
)

/** Whatever goes wrong in any command, and the way on. */
export const failureWords = { errors, hints, credentials }
