import type { Locale } from '../base/constants'

const english = {
  always: 'Always shown',
  when: 'Show when',
  operators: {
    isEmpty: 'is empty',
    isNotEmpty: 'is not empty',
    equals: 'equal to',
    notEqual: 'different from',
    contains: 'contains',
    notContains: 'does not contain',
    anyOf: 'is one of',
    allOf: 'has all of',
    greater: 'greater than',
    lesser: 'less than',
    greaterOrEqual: 'greater than or equal to',
    lessOrEqual: 'less than or equal to',
  },
  // The same within a sentence.
  said: {
    isEmpty: 'is empty',
    isNotEmpty: 'is not empty',
    equals: 'is',
    notEqual: 'is not',
    contains: 'contains',
    notContains: 'does not contain',
    anyOf: 'is one of',
    allOf: 'has all of',
    greater: 'is greater than',
    lesser: 'is less than',
    greaterOrEqual: 'is greater than or equal to',
    lessOrEqual: 'is less than or equal to',
  },
  and: 'and',
  or: 'or',
  // Before a group of conditions.
  andAlso: 'and also',
  orElse: 'or else',
  emptyGroup: 'a group without conditions',
  group: {
    and: {
      one: 'Group {{place}}, all, one condition',
      other: 'Group {{place}}, all, {{count}} conditions',
    },
    or: {
      one: 'Group {{place}}, at least one, one condition',
      other: 'Group {{place}}, at least one, {{count}} conditions',
    },
  },
  yes: 'yes',
  no: 'no',
  missing: '…',
  profile: { role: 'Role', site: 'Site', tags: 'Tags', roles: { manager: 'Manager', worker: 'Worker' } },
}

const portuguese: typeof english = {
  always: 'Sempre visível',
  when: 'Mostrar quando',
  operators: {
    isEmpty: 'está vazio',
    isNotEmpty: 'não está vazio',
    equals: 'é igual a',
    notEqual: 'é diferente de',
    contains: 'contém',
    notContains: 'não contém',
    anyOf: 'é um destes',
    allOf: 'tem todos',
    greater: 'maior que',
    lesser: 'menor que',
    greaterOrEqual: 'maior ou igual a',
    lessOrEqual: 'menor ou igual a',
  },
  said: {
    isEmpty: 'está vazio',
    isNotEmpty: 'não está vazio',
    equals: 'é igual a',
    notEqual: 'é diferente de',
    contains: 'contém',
    notContains: 'não contém',
    anyOf: 'tem um destes valores:',
    allOf: 'tem todos estes valores:',
    greater: 'é maior que',
    lesser: 'é menor que',
    greaterOrEqual: 'é maior ou igual a',
    lessOrEqual: 'é menor ou igual a',
  },
  and: 'e',
  or: 'ou',
  andAlso: 'e também',
  orElse: 'ou então',
  emptyGroup: 'um grupo sem condições',
  group: {
    and: {
      one: 'Grupo {{place}}, todas, uma condição',
      other: 'Grupo {{place}}, todas, {{count}} condições',
    },
    or: {
      one: 'Grupo {{place}}, ao menos uma, uma condição',
      other: 'Grupo {{place}}, ao menos uma, {{count}} condições',
    },
  },
  yes: 'sim',
  no: 'não',
  missing: '…',
  profile: { role: 'Papel', site: 'Site', tags: 'Tags', roles: { manager: 'Responsável', worker: 'Colaborador' } },
}

/** The words of a query, for the vocabulary of the console and of the terminal, where they are called `query`. */
export const queryWords: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
