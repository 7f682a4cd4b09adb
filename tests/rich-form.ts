import type { FormField } from '@tocsin/core/form/types'

const choices = (...texts: string[]) =>
  texts.map((text) => {
    const [shown = '', value = ''] = text.split('=')
    return { text: shown, value }
  })

const equals = (field: string, value: unknown) => ({ field, operator: 'equals', value })
const when = (...rules: object[]) => ({ visibleIfQuery: { combinator: 'and', rules } })

/** The fields of a form of three pages with fields of every type and every kind of text, and with rules among them. */
export const RICH_FIELDS: readonly FormField[] = [
  { name: 'nome', type: 'text', title: 'Nome completo', required: true, options: { placeholder: 'Como no documento' } },
  {
    name: 'cpf',
    type: 'text',
    title: 'CPF',
    tag: 'documento',
    required: true,
    options: { fieldType: 'maskedText', mask: '999.999.999-99', validators: [{ type: 'cpf' }] },
  },
  {
    name: 'local_trabalho',
    type: 'radios',
    title: 'Onde você trabalha?',
    tag: 'vinculo',
    required: true,
    options: {
      choices: choices(
        'Escola ou creche=escola',
        'Unidade de saúde=saude',
        'Prefeitura ou secretaria=prefeitura',
        'Guarda municipal=guarda',
      ),
      hasOther: true,
      otherText: 'Outro local',
      columns: 1,
      requiredErrorText: 'Escolha onde você trabalha.',
    },
  },
  {
    name: 'unidade',
    type: 'multilayer_dropdown',
    title: 'Unidade',
    required: true,
    options: {
      choices: [
        {
          text: 'Pará',
          value: 'pa',
          choices: [{ text: 'Abaetetuba', value: 'abaetetuba', choices: choices('E. M. João XXIII=joao') }],
        },
        { text: 'Bahia', value: 'ba' },
      ],
      ...when(equals('local_trabalho', 'escola')),
    },
  },
  {
    name: 'funcao',
    type: 'dropdown',
    title: 'Função',
    required: true,
    pageBreak: true,
    options: { choices: choices('Docente=docente', 'Direção=direcao', 'Apoio=apoio') },
  },
  {
    name: 'turno',
    type: 'checkboxes',
    title: 'Turno',
    required: true,
    options: {
      choices: choices('Manhã=m', 'Tarde=t', 'Noite=n'),
      allowSelectAll: true,
      ...when(equals('local_trabalho', 'escola')),
    },
  },
  { name: 'admissao', type: 'text', title: 'Data de admissão', options: { fieldType: 'date', format: 'dd/MM/yyyy' } },
  {
    name: 'pessoas',
    type: 'text',
    title: 'Pessoas sob seu cuidado',
    options: { fieldType: 'number', min: 0, max: 500, step: 1, ...when({ field: 'funcao', operator: 'isNotEmpty' }) },
  },
  {
    name: 'registro',
    type: 'text',
    title: 'Registro no conselho',
    options: {
      validators: [{ type: 'regex', regex: '^[A-Z]{2}-\\d+$', text: 'Escreva como em PA-1234.' }],
      ...when(equals('local_trabalho', 'saude'), equals('funcao', 'docente')),
    },
  },
  {
    name: 'plano',
    type: 'dropdown_search',
    title: 'Conhece o plano de fuga?',
    required: true,
    pageBreak: true,
    options: { choices: choices('Sim=sim', 'Não=nao') },
  },
  {
    name: 'treinamento',
    type: 'rating',
    title: 'Como foi o último treinamento?',
    options: { icon: 'star_rate', min: 1, max: 5, step: 1, ...when(equals('plano', 'sim')) },
  },
  {
    name: 'cracha',
    type: 'attachment',
    title: 'Foto do crachá',
    options: {
      attachmentTypes: ['image'],
      attachmentQty: 1,
      attachmentMandatory: 'none',
      attachmentSizes: { image: 4 },
      allowCamera: true,
    },
  },
  { name: 'avisos', type: 'checkbox', title: 'Aceito receber avisos', required: true },
  {
    name: 'observacoes',
    type: 'textarea',
    title: 'Observações',
    options: { lines: 3, limit: 400, allowComments: true },
  },
]
