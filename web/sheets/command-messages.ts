import type { Locale } from '@tocsin/core/base/constants'

const english = {
  imports: {
    sites: 'Import sites',
    teams: 'Import teams',
    'registration-data': 'Import registration data',
    users: 'Import users',
    'registration-codes': 'Import registration codes',
  },
  exports: { site: 'Export sites', team: 'Export teams' },
  exportList: 'Save this list of {{names}} as a file',
  exportChosen: {
    one: 'Save the selected record as a file',
    other: 'Save the selection ({{count}} {{names}}) as a file',
  },
  tooManyChosen: 'A file takes all that a list matches, or up to {{most}} rows chosen one by one.',
  all: 'all of the client, inactive ones too',
  exportAs: '{{what}} as {{format}}',
  opens: '{{what}}…',
  found: { import: 'csv upload file load excel', export: 'export csv tsv download save excel' },
}

const portuguese: typeof english = {
  imports: {
    sites: 'Importar sites',
    teams: 'Importar equipes',
    'registration-data': 'Importar dados de cadastro',
    users: 'Importar usuários',
    'registration-codes': 'Importar códigos de cadastro',
  },
  exports: { site: 'Exportar sites', team: 'Exportar equipes' },
  exportList: 'Salvar esta lista de {{names}} em um arquivo',
  exportChosen: {
    one: 'Salvar o registro selecionado em um arquivo',
    other: 'Salvar a seleção ({{count}} {{names}}) em um arquivo',
  },
  tooManyChosen: 'Um arquivo leva tudo o que uma lista encontra, ou até {{most}} linhas escolhidas uma a uma.',
  all: 'todos do cliente, também os inativos',
  exportAs: '{{what}} em {{format}}',
  opens: '{{what}}…',
  found: { import: 'csv enviar arquivo carregar excel', export: 'exportar csv tsv baixar salvar excel' },
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
