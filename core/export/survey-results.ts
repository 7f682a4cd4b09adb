import type { Client, ListQuery } from '../api/client'
import { EXPORT_PAGE_SIZE } from '../base/constants'
import { csvLine, type Cell } from '../csv/write'
import { answerColumns, answerText, type AnswerColumn } from '../form/answer-text'
import type { SurveyResult } from '../resources/survey-results/types'
import type { Survey } from '../resources/surveys/types'
import type { Translate } from '../vocabulary/i18n'
import type { Resource } from '../vocabulary/resource'
import { fileHead, DELIMITER_OF, type ExportFormat } from './format'
import { ChangedMeanwhile, exportPages, type ExportPage } from './pages'

type ResultsExport = {
  client: Pick<Client, 'list'>
  /** The declaration of survey results. */
  resource: Resource
  survey: Survey
  /** The filter and the order of the list. Its page is ignored. */
  query: ListQuery
  format: ExportFormat
  /** The words of survey results. */
  t: Translate
  signal?: AbortSignal
}

/** The columns before the questions, each with the words of its heading (SURV-08). */
const FIXED: readonly { word: string; cell: (result: SurveyResult, survey: Survey) => Cell }[] = [
  { word: 'fields.createdAt', cell: ({ createdAt }) => createdAt },
  { word: 'parts.MobileProfile.name', cell: ({ MobileProfile }) => MobileProfile?.name ?? null },
  { word: 'parts.MobileProfile.phone', cell: ({ MobileProfile }) => MobileProfile?.phone ?? null },
  { word: 'parts.MobileProfile.email', cell: ({ MobileProfile }) => MobileProfile?.email ?? null },
  { word: 'parts.MobileProfile.job', cell: ({ MobileProfile }) => MobileProfile?.job ?? null },
  { word: 'fields.Survey', cell: (_, { name }) => name },
]

/**
 * Exports every result of a survey that a list matches: the fixed columns, then one for each question (SURV-07, SURV-08).
 * The results are read twice, first for the keys of their answers, so that few rows are in memory at a time.
 */
export async function* exportSurveyResults(parts: ResultsExport): AsyncGenerator<ExportPage> {
  const { client, resource, survey, format, t, signal } = parts
  const { limit: _, offset: __, order, ...filter } = parts.query
  const query: ListQuery = { ...filter, SurveyId: survey.id, order: order ?? resource.order ?? 'id ASC' }
  const answered = new Set<string>()
  const pages = { client, resource, query, perPage: EXPORT_PAGE_SIZE, head: '', signal }
  const learn = (row: unknown): string => {
    for (const key of Object.keys((row as SurveyResult).data)) answered.add(key)
    return ''
  }
  for await (const _page of exportPages({ ...pages, line: learn })) signal?.throwIfAborted()

  const columns = answerColumns(survey.config.fields, answered)
  const known = new Set(columns.map(({ key }) => key))
  const word = (key: string) => t(`resources.survey-results.${key}`)
  yield* exportPages({
    ...pages,
    head: fileHead([...FIXED.map((column) => word(column.word)), ...headings(columns, t)], format),
    line: (row) => {
      const result = row as unknown as SurveyResult
      // An answer came after the columns were named, with a comment as the first.
      if (Object.keys(result.data).some((key) => !known.has(key))) throw new ChangedMeanwhile()
      const cells = columns.map((column) => answerCell(column, result.data[column.key], t))
      return csvLine([...FIXED.map(({ cell }) => cell(result, survey)), ...cells], DELIMITER_OF[format])
    },
  })
}

/** Returns the heading of each column. Two questions with one title are told apart by their names. */
export function headings(columns: readonly AnswerColumn[], t: Translate): string[] {
  const titleOf = ({ field, key }: AnswerColumn) => field?.title?.trim() || (field?.name ?? key)
  const titles = columns.filter(({ part }) => part === 'answer').map(titleOf)
  return columns.map((column) => {
    const title = titleOf(column)
    const isShared = titles.filter((one) => one === title).length > 1
    const question = isShared && column.field ? `${title} (${column.field.name})` : title
    return column.part === 'answer' ? question : t(`resources.survey-results.${column.part}Of`, { question })
  })
}

function answerCell({ field, part }: AnswerColumn, answer: unknown, t: Translate): Cell {
  if (typeof answer === 'number') return answer
  const ticks = { yes: t('resources.survey-results.yes'), no: t('resources.survey-results.no') }
  return answerText(part === 'answer' ? field : undefined, answer, ticks) || null
}
