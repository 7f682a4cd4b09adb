import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '../base/constants'
import { createVocabulary } from '../vocabulary/i18n'
import { OPERATORS, type Query } from './query'
import { queryWords } from './query-messages'
import { formSubjects, ownSubject, profileSubjects } from './query-subjects'
import {
  answerText,
  conditionText,
  groupName,
  operatorName,
  querySaid,
  querySentence,
  readDay,
  valueText,
} from './query-words'

const vocabulary = createVocabulary()
vocabulary.add(['query'], queryWords)
const reader = (locale: Locale) => ({ t: vocabulary.translate(locale), locale })
const [english, portuguese] = [reader('en-US'), reader('pt-BR')]

const subjects = formSubjects([
  {
    name: 'work',
    type: 'radios',
    title: 'Where do you work?',
    options: {
      choices: [
        { text: 'School', value: 'school' },
        { text: 'Health unit', value: 'health' },
      ],
    },
  },
  { name: 'people', type: 'text', title: 'People in your care', options: { fieldType: 'number' } },
  { name: 'shift', type: 'checkboxes', title: 'Shift', options: { choices: [{ text: 'Night', value: 'night' }] } },
  { name: 'council', type: 'text', title: 'Council number' },
  { name: 'since', type: 'text', title: 'Works here since', options: { fieldType: 'date' } },
  {
    name: 'unit',
    type: 'multilayer_dropdown',
    title: null,
    options: { choices: [{ text: 'North', value: 'n', choices: [{ text: 'Centre', value: 'nc' }] }] },
  },
])

/** The query of the design (rule-editor.png). */
const asDrawn: Query = {
  combinator: 'and',
  rules: [
    { field: 'work', operator: 'anyOf', value: ['school', 'health'] },
    {
      combinator: 'or',
      rules: [
        { field: 'people', operator: 'greaterOrEqual', value: 1030.5 },
        {
          combinator: 'and',
          rules: [
            { field: 'shift', operator: 'contains', value: 'night' },
            { field: 'council', operator: 'isEmpty' },
          ],
        },
      ],
    },
    { field: 'since', operator: 'lessOrEqual', value: '2025-12-31' },
  ],
}

describe('a query as a sentence (A-086)', () => {
  it('names fields by their titles and choices by their texts, and sets the first level apart by semicolons', () => {
    expect(querySentence(asDrawn, subjects, english)).toBe(
      'Show when Where do you work? is one of School or Health unit; and People in your care is greater than or equal ' +
        'to 1,030.5, or else Shift contains Night and Council number is empty; and Works here since is less than or ' +
        'equal to 12/31/2025.',
    )
    expect(querySentence(asDrawn, subjects, portuguese)).toBe(
      'Mostrar quando Where do you work? tem um destes valores: School ou Health unit; e People in your care é maior ou igual a ' +
        '1.030,5, ou então Shift contém Night e Council number está vazio; e Works here since é menor ou igual a ' +
        '31/12/2025.',
    )
  })

  it('tells its parts apart', () => {
    const parts = querySaid(asDrawn, subjects, english)
    const of = (kind: string) => parts.flatMap((part) => (part.kind === kind ? part.text : []))
    expect(of('combinator')).toEqual(['and', 'or else', 'and', 'and'])
    expect(of('value')).toEqual(['School', 'Health unit', '1,030.5', 'Night', '12/31/2025'])
    expect(of('subject')).toHaveLength(5)
  })

  it('says that an empty query is always shown', () => {
    for (const empty of [null, { combinator: 'or', rules: [] } as const]) {
      expect(querySentence(empty, subjects, english)).toBe('Always shown.')
      expect(querySentence(empty, subjects, portuguese)).toBe('Sempre visível.')
    }
  })

  it('brackets what is nested deeper than can be heard, down to the tenth level', () => {
    const nested = (depth: number): Query => ({
      combinator: depth % 2 === 0 ? 'or' : 'and',
      rules: [
        { field: `f${depth}`, operator: 'isEmpty' },
        depth === 1 ? { combinator: 'and', rules: [] } : nested(depth - 1),
      ],
    })
    const sentence = querySentence(nested(10), [], english)
    expect(sentence).toMatch(
      /^Show when f10 is empty; or f9 is empty, and also f8 is empty or \(f7 is empty and \(f6 is empty or /,
    )
    expect(sentence).toMatch(/f1 is empty and a group without conditions\){7}\.$/)
  })

  it('says what is missing, and reads what the form does not have', () => {
    expect(conditionText({ field: '', operator: 'equals', value: null }, subjects, english)).toBe('… is …')
    expect(conditionText({ field: 'gone', operator: 'equals', value: '2025-01-31' }, subjects, portuguese)).toBe(
      'gone é igual a 31/01/2025',
    )
    expect(conditionText({ field: 'work', operator: 'allOf', value: ['x', 'school', 'y'] }, subjects, english)).toBe(
      'Where do you work? has all of x, School and y',
    )
    // The text of a person is no date and no number.
    expect(valueText('2025-01-31', subjects[3], english)).toBe('2025-01-31')
    expect(valueText('0042', subjects[3], english)).toBe('0042')
  })

  it('says answers in the words of their field', () => {
    expect(answerText(['n', 'nc'], subjects[5], english)).toBe('North, North › Centre')
    expect(answerText(true, undefined, portuguese)).toBe('sim')
    expect(answerText(-1234, subjects[1], portuguese)).toBe('-1.234')
    expect(answerText([{ type: 'image', url: '/a' }], { name: 'f', label: 'F', kind: 'attachment' }, english)).toBe('1')
    expect(answerText([], subjects[1], portuguese)).toBeUndefined()
  })

  it('reads a day as the reader writes it', () => {
    expect(
      ['31/12/2025', '1.2.2025', '2025-12-31', '30/02/2025', 'ontem'].map((text) => readDay(text, 'pt-BR')),
    ).toEqual(['2025-12-31', '2025-02-01', '2025-12-31', null, null])
    expect(['12/31/2025', '31/12/2025'].map((text) => readDay(text, 'en-US'))).toEqual(['2025-12-31', null])
  })

  it('names a group by its place, what has to hold and how much it has', () => {
    const group: Query = { combinator: 'and', rules: [asDrawn.rules[0]!, asDrawn.rules[2]!] }
    expect(groupName([1, 1], group, portuguese.t)).toBe('Grupo 2.2, todas, 2 condições')
    expect(groupName([0], { combinator: 'or', rules: [group] }, english.t)).toBe('Group 1, at least one, one condition')
  })

  it('tells the properties of a profile, and those of the client by their keys (A-139)', () => {
    expect(profileSubjects(portuguese.t).map(({ name, label }) => [name, label])).toEqual([
      ['role', 'Papel'],
      ['site', 'Site'],
      ['tags', 'Tags'],
    ])
    const own = { name: 'profileProps.cidade', label: 'cidade', kind: 'text' }
    expect([ownSubject('cidade'), ownSubject('profileProps.cidade')]).toEqual([own, own])
    expect(ownSubject('profileProps.')).toBeNull()
    const condition = { field: 'profileProps.cidade', operator: 'isEmpty' } as const
    expect(conditionText(condition, profileSubjects(portuguese.t), portuguese)).toBe('cidade está vazio')
  })
})

it('FIELD-04 has a name for every operator in both languages, each its own', () => {
  for (const locale of LOCALES) {
    const { t } = reader(locale)
    const names = OPERATORS.map((operator) => operatorName(operator, t))
    expect(new Set(names).size).toBe(12)
    for (const operator of OPERATORS) {
      expect(vocabulary.has(locale, `query.operators.${operator}`)).toBe(true)
      expect(vocabulary.has(locale, `query.said.${operator}`)).toBe(true)
    }
  }
  const keys = (table: object): unknown[] =>
    Object.entries(table).map(([key, value]) => (typeof value === 'string' ? key : [key, keys(value as object)]))
  expect(keys(queryWords['pt-BR'])).toEqual(keys(queryWords['en-US']))
})
