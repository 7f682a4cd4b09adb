import { LOCALES, type Locale } from '@tocsin/core/base/constants'
import { headings } from '@tocsin/core/export/survey-results'
import { answerColumns, answerText } from '@tocsin/core/form/answer-text'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Field, Resource } from '@tocsin/core/vocabulary/resource'
import { valueAt } from '../../record/field-at'
import type { Paint } from '../../table/paint-cell'
import { vocabulary, wordsIn } from '../../words'
import { paintRating } from './rating'
import { filesIn } from './result-files'

/** How many questions are columns of the list from the start, on a narrow screen too; the others can be chosen. */
const SHOWN = { wide: 4, narrow: 1 }

/**
 * Returns the declaration of results with a field for each question of a survey, the columns of its list, and how those of
 * ratings are painted. The titles of the questions become the words of these fields.
 */
export function withQuestions(
  results: Resource,
  { config }: Survey,
  t: Translate,
  locale: Locale,
  room: keyof typeof SHOWN,
): { of: Resource; columns: string[]; paints: Record<string, Paint> } {
  const asked = answerColumns(config.fields, new Set())
  const ticks = { yes: t('record.yes'), no: t('record.no') }
  const questions: Record<string, Field> = Object.fromEntries(
    asked.map(({ key, field }): [string, Field] => [
      key,
      {
        // Nothing is sorted by an answer.
        type: 'json',
        readonly: true,
        // The address of an attachment opens nothing by itself.
        text: (answer) => {
          const files = filesIn(answer)
          return files ? t('surveys.attached', { count: files.length }) : answerText(field, answer, ticks)
        },
      },
    ]),
  )
  vocabulary.add(
    ['resources', results.name, 'parts', 'data'],
    Object.fromEntries(
      LOCALES.map((locale) => {
        const titles = headings(asked, wordsIn(locale))
        return [locale, Object.fromEntries(asked.map(({ key }, at) => [key, titles[at]!]))]
      }),
    ) as Record<(typeof LOCALES)[number], Record<string, string>>,
  )
  const person = results.fields['MobileProfile'] as Field
  const byLink = t('resources.survey-results.byLink')
  const name: Field = { ...person.fields!['name']!, text: (value) => (typeof value === 'string' ? value : byLink) }
  return {
    of: {
      ...results,
      fields: {
        ...results.fields,
        MobileProfile: { ...person, fields: { ...person.fields, name } },
        data: { type: 'group', readonly: true, fields: questions },
      },
    },
    paints: Object.fromEntries(
      asked.flatMap(({ key, field, part }) => {
        if (field?.type !== 'rating' || part !== 'answer') return []
        const path = `data.${key}`
        return [[path, paintRating(field, (row) => valueAt(row, path), t, locale)]]
      }),
    ),
    columns: ['createdAt', 'MobileProfile.name', ...asked.slice(0, SHOWN[room]).map(({ key }) => `data.${key}`)],
  }
}
