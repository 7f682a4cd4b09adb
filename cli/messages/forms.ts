import { words } from './words'

/** The words of `forms`. */
export const forms = words(
  {
    check: 'Check a form, and print every problem with its place',
    file: 'The form as JSON, alone or in what get prints: a file, or - for stdin',
    wrong: { one: '{{path}} has one problem', other: '{{path}} has {{count}} problems' },
    right: { one: '{{path}}: one field, no problem', other: '{{path}}: {{count}} fields, no problem' },
  },
  {
    check: 'Verificar um formulário e imprimir cada problema com o seu lugar',
    file: 'O formulário em JSON, sozinho ou no que get imprime: um arquivo, ou - para stdin',
    wrong: { one: '{{path}} tem um problema', other: '{{path}} tem {{count}} problemas' },
    right: { one: '{{path}}: um campo, nenhum problema', other: '{{path}}: {{count}} campos, nenhum problema' },
  },
)
