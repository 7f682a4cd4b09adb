import { words } from './words'

/** The words of `imports`. */
export const imports = words(
  {
    list: 'List the imports that were cut off and can be gone on with',
    resume: 'Go on with an import that was cut off',
    discard: 'Forget an import that was cut off; what it wrote stays',
    number: 'its number in the list; not needed where there is one',
    columns: {
      id: 'Number',
      noun: 'Noun',
      client: 'Client',
      file: 'File',
      done: 'Rows done',
      total: 'Rows',
      startedAt: 'Started at',
    },
    none: 'no import that was cut off has the number {{id}}',
    nothing: 'no import was cut off',
    which: 'several imports were cut off: name one by its number',
    fromStdin: 'this import was read from stdin: run the same command again to go on',
    changed: '{{file}} is not the file any more that was being imported',
    startAnew: 'forget this run, then import the file as it is',
    discarded: 'forgotten: {{file}}',
  },
  {
    list: 'Listar as importações que foram interrompidas e podem continuar',
    resume: 'Continuar uma importação que foi interrompida',
    discard: 'Esquecer uma importação que foi interrompida; o que ela gravou fica',
    number: 'o número dela na lista; dispensável quando há só uma',
    columns: {
      id: 'Número',
      noun: 'Recurso',
      client: 'Cliente',
      file: 'Arquivo',
      done: 'Linhas feitas',
      total: 'Linhas',
      startedAt: 'Início',
    },
    none: 'nenhuma importação interrompida tem o número {{id}}',
    nothing: 'nenhuma importação foi interrompida',
    which: 'várias importações foram interrompidas: indique uma pelo número',
    fromStdin: 'esta importação foi lida de stdin: rode o mesmo comando de novo para continuar',
    changed: '{{file}} não é mais o arquivo que estava sendo importado',
    startAnew: 'esqueça esta importação e importe o arquivo como está',
    discarded: 'esquecida: {{file}}',
  },
)
