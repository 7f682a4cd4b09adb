import type { Locale } from '@tocsin/core/constants'

const english = {
  imports: {
    sites: 'Import sites',
    teams: 'Import teams',
    'registration-data': 'Import registration data',
  },
  exports: { site: 'Export sites', team: 'Export teams' },
  exportList: 'Save this list of {{names}} as a file',
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
  },
  exports: { site: 'Exportar sites', team: 'Exportar equipes' },
  exportList: 'Salvar esta lista de {{names}} em um arquivo',
  all: 'todos do cliente, também os inativos',
  exportAs: '{{what}} em {{format}}',
  opens: '{{what}}…',
  found: { import: 'csv enviar arquivo carregar excel', export: 'exportar csv tsv baixar salvar excel' },
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
