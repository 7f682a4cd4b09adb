import { describe, expect, it } from 'vitest'
import { answerColumns, answerText } from './answer-text'
import type { FormField } from './types'

const ticks = { yes: 'Sim', no: 'Não' }
const choices = [
  { text: 'Pará', value: 'pa', choices: [{ text: 'Belém', value: 'bel', choices: [{ text: 'Centro', value: 'c' }] }] },
  { text: 'Acre', value: 'ac' },
]
const field = (type: FormField['type'], name = 'q'): FormField => ({ name, type, options: { choices } })

describe('the text of an answer', () => {
  it.each<[string, FormField | undefined, unknown, string]>([
    ['nothing', field('text'), undefined, ''],
    ['a text', field('text'), 'a\nb', 'a\nb'],
    ['a number', field('rating'), 0, '0'],
    ['a box', field('checkbox'), true, 'Sim'],
    ['a box without a tick', field('checkbox'), false, 'Não'],
    ['a choice', field('radios'), 'ac', 'Acre'],
    ['another answer', field('radios'), 'Lua', 'Lua'],
    ['several choices', field('checkboxes'), ['ac', 'x'], 'Acre; x'],
    ['levels', field('multilayer_dropdown'), ['pa', 'bel', 'c'], 'Pará › Belém › Centro'],
    ['levels that are gone', field('multilayer_dropdown_search'), ['pa', 'zz', 'c'], 'Pará › zz › c'],
    ['files', field('attachment'), [{ type: 'image', url: '/files/a' }], '/files/a'],
    ['a question that is gone', undefined, { a: 1 }, '{"a":1}'],
  ])('of %s', (_, of, answer, text) => expect(answerText(of, answer, ticks)).toBe(text))
})

it('SURV-08 gives the columns of a form in its order, then those of questions that it no longer has', () => {
  const fields = [field('radios', 'um'), field('attachment', 'dois'), field('text', 'três')]
  const answered = new Set(['antiga', 'um-comment', 'três-files', 'dois'])
  expect(answerColumns(fields, answered).map(({ key, part }) => `${key} ${part}`)).toEqual([
    'um answer',
    'um-comment comment',
    'dois answer',
    'três answer',
    'três-files files',
    'antiga answer',
  ])
})
