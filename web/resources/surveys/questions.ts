import { LOCALES } from '@tocsin/core/base/constants'
import { headings } from '@tocsin/core/export/survey-results'
import { answerColumns, answerText } from '@tocsin/core/form/answer-text'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Field, Resource } from '@tocsin/core/vocabulary/resource'
import { vocabulary, wordsIn } from '../../words'

/** The questions that are columns of the list from the start; the others can be chosen. */
const SHOWN = 4

/**
 * Returns the declaration of results with a field for each question of a survey, and the columns of its list. The titles of
 * the questions become the words of these fields.
 */
export function withQuestions(
  results: Resource,
  { config }: Survey,
  t: Translate,
): { of: Resource; columns: string[] } {
  const asked = answerColumns(config.fields, new Set())
  const ticks = { yes: t('record.yes'), no: t('record.no') }
  const questions: Record<string, Field> = Object.fromEntries(
    asked.map(({ key, field }): [string, Field] => [
      key,
      {
        // Nothing is sorted by an answer.
        type: 'json',
        readonly: true,
        text: (answer) => answerText(field, answer, ticks),
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
    columns: ['createdAt', 'MobileProfile.name', ...asked.slice(0, SHOWN).map(({ key }) => `data.${key}`)],
  }
}
