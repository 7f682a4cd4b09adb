import { describe, expect, it } from 'vitest'
import type { ListQuery } from '../api/client'
import type { FormField } from '../form/types'
import { commentOf } from '../form/validate'
import { surveyResults } from '../resources/survey-results/index'
import type { Survey } from '../resources/surveys/types'
import { createVocabulary } from '../vocabulary/i18n'
import { exportSurveyResults } from './survey-results'

const vocabulary = createVocabulary()
vocabulary.add(['resources', 'survey-results'], surveyResults.messages)
const t = vocabulary.translate('en-US')

const fields: FormField[] = [
  { name: 'a', type: 'text', title: 'Why?', options: { allowComments: true } },
  { name: 'b', type: 'text', title: 'Why?' },
]
const survey = { id: 7, name: 'Drill', config: { fields } } as unknown as Survey
const result = (id: number, data: object) => ({ id, createdAt: `2026-01-0${id}T00:00:00Z`, MobileProfile: null, data })

/** Exports results as TSV. Returns the queries that were sent, and the lines without the fixed columns. */
async function exported(rows: object[], query: ListQuery) {
  const asked: ListQuery[] = []
  const list = async (_: unknown, one: ListQuery) => {
    asked.push(one)
    return { rows, total: rows.length }
  }
  let text = ''
  const client = { list: list as never }
  for await (const page of exportSurveyResults({
    client,
    resource: surveyResults,
    survey,
    query,
    format: 'tsv',
    t,
  }))
    text += page.text
  const lines = text.trimEnd().split('\r\n')
  return { asked, lines: lines.map((line) => line.split('\t').slice(6)) }
}

describe('SURV-08 the file of results', () => {
  it('has two questions of one title apart, comments of any result, and answers to questions that are gone', async () => {
    const { lines } = await exported(
      [result(1, { a: 'x', b: 'y' }), result(2, { a: 'z', [commentOf('a')]: 'why not', old: true })],
      {},
    )
    expect(lines).toEqual([
      ['"Why? (a)"', '"Why? (a) (comment)"', '"Why? (b)"', 'old'],
      ['"x"', '', '"y"', ''],
      ['"z"', '"why not"', '', '"Yes"'],
    ])
  })

  it('has the results that the list matches, in its order', async () => {
    const { asked } = await exported([result(1, {})], {
      q: 'ana',
      upTo: 9,
      order: 'createdAt ASC',
      limit: 50,
      offset: 50,
    })
    const all = { q: 'ana', upTo: 9, order: 'createdAt ASC', SurveyId: 7, page: 0 }
    expect(asked).toEqual([expect.objectContaining(all), expect.objectContaining(all)])
    expect(asked.some((one) => 'limit' in one || 'offset' in one)).toBe(false)
  })
})
