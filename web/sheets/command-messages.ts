import type { Locale } from '@tocsin/core/constants'

const english = {
  imports: { site: 'Import sites', team: 'Import teams' },
  exports: { site: 'Export sites', team: 'Export teams' },
  exportList: 'Save this list of {{names}} as a file',
  all: 'all of the client, inactive ones too',
  exportAs: '{{what}} as {{format}}',
  opens: '{{what}}…',
  found: { import: 'csv upload file load excel', export: 'export csv tsv download save excel' },
}

const portuguese: typeof english = {
  imports: { site: 'Importar sites', team: 'Importar equipes' },
  exports: { site: 'Exportar sites', team: 'Exportar equipes' },
  exportList: 'Salvar esta lista de {{names}} em um arquivo',
  all: 'todos do cliente, também os inativos',
  exportAs: '{{what}} em {{format}}',
  opens: '{{what}}…',
  found: { import: 'csv enviar arquivo carregar excel', export: 'exportar csv tsv baixar salvar excel' },
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
