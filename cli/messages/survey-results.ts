import { words } from './words'

export const surveyResults = words(
  { export: 'Export the results of a survey as CSV or TSV', survey: 'Survey', client: 'Client of the survey' },
  {
    export: 'Exportar os resultados de uma pesquisa em CSV ou TSV',
    survey: 'Pesquisa',
    client: 'Cliente da pesquisa',
  },
)
