import { words } from './words'

export const surveyResults = words(
  {
    export: 'Export the results of a survey as CSV or TSV',
    survey: 'The survey whose answers are written',
    client: 'Client of the survey',
  },
  {
    export: 'Exportar os resultados de uma pesquisa em CSV ou TSV',
    survey: 'A pesquisa cujas respostas se escrevem',
    client: 'Cliente da pesquisa',
  },
)
