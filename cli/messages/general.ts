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
    noAccess: 'the file {{path}} cannot be opened: permission denied',
    isFolder: '{{path}} is a folder',
    diskFull: 'the disk is full, {{path}} was not written',
    failedOf: '{{failed}} of {{total}} failed',
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
    diskFull: 'o disco está cheio, {{path}} não foi gravado',
    failedOf: '{{failed}} de {{total}} falharam',
  },
)

const hints = words(
  {
    locked: 'the client can be unlocked by the provider',
    stale: 'read it again, then repeat the change',
    unknownOutcome: 'it may have been done all the same: look before you run it again',
    network: 'is the server running, and is TOCSIN_HOST right?',
  },
  {
    locked: 'o cliente pode ser desbloqueado pelo provedor',
    stale: 'leia de novo e repita a alteração',
    unknownOutcome: 'pode ter sido feito mesmo assim: verifique antes de rodar de novo',
    network: 'o servidor está no ar, e TOCSIN_HOST está certo?',
  },
)

const usage = words(
  {
    unknownCommand: 'there is no command {{command}}',
    unknownVerb: '{{noun}} has no command {{command}}',
    unknownFlag: 'there is no flag {{flag}} here',
    missingArgument: '{{argument}} is missing',
    missingValue: 'the flag {{flag}} needs a value',
    excessArguments: 'there is one argument too many: {{argument}}',
    choice: '{{flag}} cannot be {{value}}; it is one of: {{choices}}',
    host: '{{value}} is no address of a server; it looks like http://127.0.0.1:4000',
    idOnly: '{{noun}} are given by their id here, not as {{value}}',
    flagValue: '--{{flag}} {{problem}}',
    fields: 'there is no field {{field}}; there are: {{fields}}',
    dataShape: '{{path}} does not hold one JSON object',
    input: '{{path}} does not hold JSON',
    noTerminal: 'there is no terminal to ask on: give {{flag}}',
    argument: '{{argument}} cannot be {{value}}',
    nothingToChange: 'nothing to change was given: name a field as a flag, or give --data',
  },
  {
    unknownCommand: 'não há o comando {{command}}',
    unknownVerb: '{{noun}} não tem o comando {{command}}',
    unknownFlag: 'não há a opção {{flag}} aqui',
    missingArgument: 'falta {{argument}}',
    missingValue: 'a opção {{flag}} precisa de um valor',
    excessArguments: 'há um argumento a mais: {{argument}}',
    choice: '{{flag}} não pode ser {{value}}; é um destes: {{choices}}',
    host: '{{value}} não é o endereço de um servidor; ele é como http://127.0.0.1:4000',
    idOnly: '{{noun}} são dados aqui pelo id, e não como {{value}}',
    flagValue: '--{{flag}} {{problem}}',
    fields: 'não há o campo {{field}}; há: {{fields}}',
    dataShape: '{{path}} não contém um objeto JSON',
    input: '{{path}} não contém JSON',
    noTerminal: 'não há terminal para perguntar: informe {{flag}}',
    argument: '{{argument}} não pode ser {{value}}',
    nothingToChange: 'nada a alterar foi informado: indique um campo como opção, ou --data',
  },
)

const confirm = words(
  {
    noTerminal: '{{question}} There is no terminal to ask on: give {{flag}}',
    otherName: '--confirm says {{given}}, but the name is {{name}}',
    typeName: 'Type {{name}} to go on:',
    answer: 'answer yes or no',
    cancelled: 'cancelled, nothing was done',
    question: '{{action}} {{names}}?',
    andMore: '{{names}} and {{more}} more',
  },
  {
    noTerminal: '{{question}} Não há terminal para perguntar: informe {{flag}}',
    otherName: '--confirm diz {{given}}, mas o nome é {{name}}',
    typeName: 'Digite {{name}} para continuar:',
    answer: 'responda sim ou não',
    cancelled: 'cancelado, nada foi feito',
    question: '{{action}} {{names}}?',
    andMore: '{{names}} e mais {{more}}',
  },
)

const references = words(
  {
    none: 'nothing in {{noun}} is called {{reference}}',
    several: '{{total}} {{noun}} are called {{reference}}',
    useId: 'name the one you mean by its id',
  },
  {
    none: 'nada em {{noun}} se chama {{reference}}',
    several: '{{total}} {{noun}} se chamam {{reference}}',
    useId: 'indique pelo id o que você quer',
  },
)

const credentials = words(
  {
    exposed: 'others can read {{path}}, so it is not used',
    unreadable: '{{path}} cannot be understood',
    locked: 'another command (process {{pid}}) holds {{path}}',
    unknownAccount: 'no account {{account}} is signed in here',
    known: 'signed in are: {{accounts}}',
  },
  {
    exposed: 'outros podem ler {{path}}, por isso não é usado',
    unreadable: 'não se entende {{path}}',
    locked: 'outro comando (processo {{pid}}) ocupa {{path}}',
    unknownAccount: 'nenhuma conta {{account}} está conectada aqui',
    known: 'estão conectadas: {{accounts}}',
  },
)

const output = words(
  {
    yes: 'yes',
    no: 'no',
    shownOf: '{{shown}} of {{total}} shown; --all for every row',
    deleted: 'deleted: {{names}}',
  },
  {
    yes: 'sim',
    no: 'não',
    shownOf: '{{shown}} de {{total}} mostrados; --all traz todas as linhas',
    deleted: 'excluído: {{names}}',
  },
)

const help = words(
  {
    about: 'tocsin runs the alert platform from the terminal.',
    usage: 'Usage',
    nouns: 'Nouns (tocsin <noun> --help says what can be done with each)',
    commands: 'Commands',
    arguments: 'Arguments',
    flags: 'Flags',
    everywhere: 'Flags of every command',
    examples: 'Examples',
    topics: 'Topics (tocsin help <topic>)',
    moreFlags: 'tocsin --help shows the flags that every command takes.',
    noun: 'noun',
    verb: 'verb',
    command: 'command',
    flagsWord: 'flags',
    verbOf: '{{verb}} {{noun}}',
    choices: 'one of: {{choices}}',
    reference: 'id or exact name',
    required: 'required',
    file: 'file',
    types: { text: 'text', number: 'number', choice: 'choice', refs: 'ids', json: 'json' },
  },
  {
    about: 'tocsin opera a plataforma de alertas pelo terminal.',
    usage: 'Uso',
    nouns: 'Substantivos (tocsin <substantivo> --help diz o que se pode fazer com cada um)',
    commands: 'Comandos',
    arguments: 'Argumentos',
    flags: 'Opções',
    everywhere: 'Opções de todos os comandos',
    examples: 'Exemplos',
    topics: 'Tópicos (tocsin help <tópico>)',
    moreFlags: 'tocsin --help mostra as opções que todo comando aceita.',
    noun: 'substantivo',
    verb: 'verbo',
    command: 'comando',
    flagsWord: 'opções',
    verbOf: '{{verb}} {{noun}}',
    choices: 'um destes: {{choices}}',
    reference: 'id ou nome exato',
    required: 'obrigatório',
    file: 'arquivo',
    types: { text: 'texto', number: 'número', choice: 'opção', refs: 'ids', json: 'json' },
  },
)

const commands = words(
  {
    auth: 'Sign in and out, keep several accounts',
    api: 'Call the API as it is',
    serve: 'Run the server of this checkout',
    completion: 'Print the completion script of a shell',
    help: 'Explain a command or a topic',
  },
  {
    auth: 'Entrar e sair, manter várias contas',
    api: 'Chamar a API como ela é',
    serve: 'Rodar o servidor deste diretório',
    completion: 'Imprimir o script de completar de um shell',
    help: 'Explicar um comando ou um tópico',
  },
)

const flags = words(
  {
    account: 'Signed-in account to use, by user name',
    host: 'Address of the server',
    locale: 'Language: pt-BR or en-US',
    output: 'How data is written: table, json, ndjson, csv, tsv or ids',
    json: 'The same as --output json; =a,b picks fields',
    fields: 'Fields to write, separated by commas',
    yes: 'Do it without asking',
    confirm: 'Do it without asking; the name must be right',
    quiet: 'No messages on stderr but errors',
    debug: 'Tell each request on stderr, without secrets',
    'no-color': 'No colours',
    help: 'This help',
    version: 'The version',
    q: 'Search text',
    limit: 'How many rows at most',
    offset: 'How many rows to pass over',
    order: 'A field and ASC or DESC',
    ids: 'These ids only, separated by commas',
    all: 'Every row, page by page, in the order of their ids',
    showInactive: 'Inactive ones as well',
    showDeleted: 'Deleted ones as well',
    data: 'The record as JSON: a file, or - for stdin',
    'password-stdin': 'Read the password from stdin',
    'if-version': 'Change it only while it still has this version',
  },
  {
    account: 'Conta conectada a usar, pelo nome de usuário',
    host: 'Endereço do servidor',
    locale: 'Idioma: pt-BR ou en-US',
    output: 'Como os dados são escritos: table, json, ndjson, csv, tsv ou ids',
    json: 'O mesmo que --output json; =a,b escolhe campos',
    fields: 'Campos a escrever, separados por vírgulas',
    yes: 'Fazer sem perguntar',
    confirm: 'Fazer sem perguntar; o nome deve estar certo',
    quiet: 'Nenhuma mensagem em stderr além de erros',
    debug: 'Contar cada solicitação em stderr, sem segredos',
    'no-color': 'Sem cores',
    help: 'Esta ajuda',
    version: 'A versão',
    q: 'Texto a procurar',
    limit: 'Quantas linhas no máximo',
    offset: 'Quantas linhas pular',
    order: 'Um campo e ASC ou DESC',
    ids: 'Somente estes ids, separados por vírgulas',
    all: 'Todas as linhas, página por página, na ordem dos ids',
    showInactive: 'Também os inativos',
    showDeleted: 'Também os excluídos',
    data: 'O registro em JSON: um arquivo, ou - para stdin',
    'password-stdin': 'Ler a senha de stdin',
    'if-version': 'Alterar somente enquanto ainda tiver esta versão',
  },
)

/** The words that any command may need, by part; a command's own come with it. */
export const messages = { errors, hints, usage, confirm, references, credentials, output, help, commands, flags }
