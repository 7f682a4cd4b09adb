import { exportName, type ExportFormat } from '@tocsin/core/export/format'
import { exportList } from '@tocsin/core/export/list'
import { exportRegistrationData } from '@tocsin/core/export/registration-data'
import { exportSurveyResults } from '@tocsin/core/export/survey-results'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { client } from '../data/api'
import { resourceOf } from '../data/resources'
import type { Export } from './export-places'
import { isSavedAsSheet, listLine, surveyOf } from './lines'
import type { ListSheet } from './show-sheet'

/**
 * Exports the rows that a list matches, as shown on the screen; registration data in the columns of an import, and the
 * results of a survey with a column for each question (SURV-07).
 */
export function listExport({ of, query, columns, ready }: ListSheet, format: ExportFormat, t: Translate): Export {
  const survey = surveyOf(of, query)
  return {
    pages: (signal) =>
      survey !== undefined
        ? resultsOf(survey, { client, resource: of, query, format, t, signal })
        : isSavedAsSheet(of)
          ? exportRegistrationData({ client, resource: of, query, format, signal })
          : exportList({ client, resource: of, query, columns, format, ready, signal }),
    name: () => exportName(of.name, survey ?? null, format, Date.now()),
    format,
    line: listLine(of, query, format),
    title: (say) => {
      const names = say(`resources.${of.name}.names`).toLowerCase()
      return query.ids
        ? say('sheetCommands.exportChosen', { count: query.ids.length, names })
        : say('sheetCommands.exportList', { names })
    },
    resource: of.name,
  }
}

async function* resultsOf(id: number, parts: Omit<Parameters<typeof exportSurveyResults>[0], 'survey'>) {
  const survey = (await client.get(resourceOf('surveys'), id)) as Survey
  yield* exportSurveyResults({ ...parts, survey })
}
