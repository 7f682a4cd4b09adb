import { words } from './words'

/** The words of `commands` and `schema`. */
export const commandWords = words(
  {
    of: 'only this command and those below it',
    resource: 'a resource, such as sites',
    columns: {
      command: 'Command',
      writes: 'Writes',
      danger: 'Confirmation',
      about: 'About',
      arguments: 'Arguments',
      flags: 'Flags',
      fields: 'Fields',
      formats: 'Formats',
      examples: 'Examples',
      field: 'Field',
      type: 'Type',
      required: 'Required',
      writable: 'Writable',
      choices: 'Choices',
      rules: 'Rules',
    },
  },
  {
    of: 'somente este comando e os que estão abaixo dele',
    resource: 'um recurso, como sites',
    columns: {
      command: 'Comando',
      writes: 'Grava',
      danger: 'Confirmação',
      about: 'Sobre',
      arguments: 'Argumentos',
      flags: 'Opções',
      fields: 'Campos',
      formats: 'Formatos',
      examples: 'Exemplos',
      field: 'Campo',
      type: 'Tipo',
      required: 'Obrigatório',
      writable: 'Gravável',
      choices: 'Escolhas',
      rules: 'Regras',
    },
  },
)
