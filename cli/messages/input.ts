import { words } from './words'

const usage = words(
  {
    unknownCommand: 'there is no command {{command}}',
    unknownVerb: '{{resource}} has no command {{command}}',
    unknownFlag: 'there is no flag {{flag}} here',
    missingArgument: '{{argument}} is missing',
    noReference: '{{path}}, line {{line}}: {{text}} is no id',
    missingValue: 'the flag {{flag}} needs a value',
    excessValue: 'the flag {{flag}} takes no value: {{flag}}={{value}}',
    idleFlag: 'the flag {{flag}} changes nothing here',
    missingFlag: 'the flag {{flag}} is missing',
    excessArguments: 'there is one argument too many: {{argument}}',
    choice: '{{flag}} cannot be {{value}}; it is one of: {{choices}}',
    host: '{{value}} is no address of a server; it looks like http://127.0.0.1:4000',
    insecureHttp: '{{host}} is another machine, and over plain HTTP anybody on the way reads passwords and tokens',
    idOnly: '{{resource}} are given by their id here, not as {{value}}',
    flagValue: '--{{flag}} {{problem}}',
    fields: 'there is no field {{field}}; there are: {{fields}}',
    dataShape: '{{path}} does not hold one JSON object',
    input: '{{path}} does not hold JSON',
    stdin: 'standard input',
    noTerminal: 'there is no terminal to ask on: give {{flag}}',
    argument: '{{argument}} cannot be {{value}}',
    pair: '{{flag}} must be {{form}}, not {{value}}',
    together: '{{flags}} cannot be given together',
    nothingToChange: 'nothing to change was given: name a field as a flag, or give --data',
  },
  {
    unknownCommand: 'não há o comando {{command}}',
    unknownVerb: '{{resource}} não tem o comando {{command}}',
    unknownFlag: 'não há a opção {{flag}} aqui',
    missingArgument: 'falta {{argument}}',
    noReference: '{{path}}, linha {{line}}: {{text}} não é um id',
    missingValue: 'a opção {{flag}} precisa de um valor',
    excessValue: 'a opção {{flag}} não aceita valor: {{flag}}={{value}}',
    idleFlag: 'a opção {{flag}} não muda nada aqui',
    missingFlag: 'falta a opção {{flag}}',
    excessArguments: 'há um argumento a mais: {{argument}}',
    choice: '{{flag}} não pode ser {{value}}; é um destes: {{choices}}',
    host: '{{value}} não é o endereço de um servidor; ele é como http://127.0.0.1:4000',
    insecureHttp: '{{host}} é outra máquina, e por HTTP simples qualquer um no caminho lê senhas e tokens',
    idOnly: '{{resource}} são dados aqui pelo id, e não como {{value}}',
    flagValue: '--{{flag}} {{problem}}',
    fields: 'não há o campo {{field}}; há: {{fields}}',
    dataShape: '{{path}} não contém um objeto JSON',
    input: '{{path}} não contém JSON',
    stdin: 'a entrada padrão',
    noTerminal: 'não há terminal para perguntar: informe {{flag}}',
    argument: '{{argument}} não pode ser {{value}}',
    pair: '{{flag}} deve ser {{form}}, e não {{value}}',
    together: '{{flags}} não podem ser dados juntos',
    nothingToChange: 'nada a alterar foi informado: indique um campo como opção, ou --data',
  },
)

const where = words(
  {
    unreadable: 'has no condition in {{text}}',
    unknownField: 'names no field {{field}}; there are: {{fields}}',
    comparison: 'cannot compare {{field}} by {{comparison}}; it takes {{choices}}',
    value: 'compares {{field}} with {{value}}; it takes values like {{choices}}',
    tooLong: 'has more than {{max}} characters',
    tooMany: 'has more than {{max}} conditions',
  },
  {
    unreadable: 'não tem uma condição em {{text}}',
    unknownField: 'não tem o campo {{field}}; há: {{fields}}',
    comparison: 'não compara {{field}} com {{comparison}}; ele aceita {{choices}}',
    value: 'compara {{field}} com {{value}}; ele aceita valores como {{choices}}',
    tooLong: 'tem mais de {{max}} caracteres',
    tooMany: 'tem mais de {{max}} condições',
  },
)

const references = words(
  {
    none: 'nothing in {{resource}} is called {{reference}}',
    missing: {
      one: 'there is no {{references}} in {{resource}}, or you cannot see it; nothing was done',
      other: '{{count}} are not in {{resource}}, or you cannot see them: {{references}}; nothing was done',
    },
    several: '{{total}} {{resource}} are called {{reference}}',
    ofClient: 'only {{client}} was looked through, as tocsin use or TOCSIN_CLIENT says',
    useId: 'name the one you mean by its id',
    unseen: 'you may not look for {{reference}} among {{resource}}',
    giveId: 'give its id',
    ownClient: 'give the id; your own client has the id {{id}}',
  },
  {
    none: 'nada em {{resource}} se chama {{reference}}',
    missing: {
      one: 'não há {{references}} em {{resource}}, ou você não pode vê-lo; nada foi feito',
      other: '{{count}} não estão em {{resource}}, ou você não pode vê-los: {{references}}; nada foi feito',
    },
    several: '{{total}} {{resource}} se chamam {{reference}}',
    ofClient: 'só se procurou em {{client}}, como diz tocsin use ou TOCSIN_CLIENT',
    useId: 'indique pelo id o que você quer',
    unseen: 'você não pode procurar {{reference}} em {{resource}}',
    giveId: 'informe o id',
    ownClient: 'informe o id; o seu cliente tem o id {{id}}',
  },
)

const confirm = words(
  {
    noTerminal: '{{question}} There is no terminal to ask on: give {{flag}}',
    otherName: '--confirm says {{given}}, but the name is {{name}}',
    typeName: 'Type {{name}} to go on:',
    answer: 'answer yes or no',
    cancelled: 'not confirmed, nothing was done',
    question: '{{action}} {{names}}?',
  },
  {
    noTerminal: '{{question}} Não há terminal para perguntar: informe {{flag}}',
    otherName: '--confirm diz {{given}}, mas o nome é {{name}}',
    typeName: 'Digite {{name}} para continuar:',
    answer: 'responda sim ou não',
    cancelled: 'não confirmado, nada foi feito',
    question: '{{action}} {{names}}?',
  },
)

/** The words that ask for the parts of a command line, and those that refuse them. */
export const inputWords = { usage, where, references, confirm }
