import { words } from './words'

/** The words of `forms`. */
export const forms = words(
  {
    check: 'Check a form, and print every problem with its place',
    file: 'The form as JSON, alone or in what get prints: a file, or - for stdin',
    wrong: { one: '{{path}} has one problem', other: '{{path}} has {{count}} problems' },
    right: '{{path}} has no problem: {{counts}}',
    fields: { one: 'one field', other: '{{count}} fields' },
    pages: { one: 'one page', other: '{{count}} pages' },
    rules: { one: 'one rule', other: '{{count}} rules' },
    // Problems that are said differently at their own field than of the whole form.
    problems: {
      fieldNameTwice: 'is already the name of an earlier field: each needs its own name',
      ruleField: 'has a rule about {{other}}, which does not come before it',
      ruleUnknown: 'has a rule about {{other}}, which is not in the form',
      ruleChoice: 'has a rule about {{value}}, which is not a choice of {{other}}',
      defaultRefused: 'is not a value that the field accepts',
      unknownField: 'is not known in a form',
    },
    levels: 'is a fourth level of choices: there are three at most',
    types: {
      text: 'must be text',
      boolean: 'must be true or false',
      list: 'must be a list: [ … ]',
      group: 'must be an object: { … }',
    },
  },
  {
    check: 'Verificar um formulário e imprimir cada problema com o seu lugar',
    file: 'O formulário em JSON, sozinho ou no que get imprime: um arquivo, ou - para stdin',
    wrong: { one: '{{path}} tem um problema', other: '{{path}} tem {{count}} problemas' },
    right: '{{path}} não tem problemas: {{counts}}',
    fields: { one: 'um campo', other: '{{count}} campos' },
    pages: { one: 'uma página', other: '{{count}} páginas' },
    rules: { one: 'uma regra', other: '{{count}} regras' },
    problems: {
      fieldNameTwice: 'já é o nome de um campo anterior: cada um precisa do seu próprio nome',
      ruleField: 'tem uma regra sobre {{other}}, que não vem antes dele',
      ruleUnknown: 'tem uma regra sobre {{other}}, que não existe no formulário',
      ruleChoice: 'tem uma regra sobre {{value}}, que não é uma alternativa de {{other}}',
      defaultRefused: 'não é um valor que o campo aceita',
      unknownField: 'não existe em um formulário',
    },
    levels: 'é um quarto nível de opções: são no máximo três',
    types: {
      text: 'deve ser um texto',
      boolean: 'deve ser true ou false',
      list: 'deve ser uma lista: [ … ]',
      group: 'deve ser um objeto: { … }',
    },
  },
)
