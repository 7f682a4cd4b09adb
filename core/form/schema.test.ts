import { beforeAll, describe, expect, it } from 'vitest'
import { loadPatterns } from './patterns'
import { DATE_FORMATS, formField, formSchema, RATING_ICONS } from './schema'
import { problemsBetween, queryProblems } from './schema-rules'
import type { Draft } from '../vocabulary/resource'
import { check } from '../vocabulary/validate'

const field = (more: Draft): Draft => ({ name: 'a', type: 'text', ...more })
const problems = (draft: Draft) => Object.fromEntries(check(formField, draft).map(({ field: at, key }) => [at, key]))
const ofOptions = (options: Draft, type = 'text') => problems(field({ type, options }))

beforeAll(loadPatterns)

const ofValues = (...values: string[]) => values.map((value) => ({ text: value, value }))
const about = (...names: string[]) => ({
  combinator: 'and',
  rules: names.map((field) => ({ field, operator: 'isEmpty' })),
})

describe('a field of a form', () => {
  it('FIELD-01 FIELD-02 is of one of eleven types, and its text of one of three', () => {
    const types =
      'text textarea checkbox checkboxes radios dropdown dropdown_search multilayer_dropdown multilayer_dropdown_search rating'
    const options = { choices: [{ text: 'a', value: '1' }] }
    for (const type of types.split(' ')) expect([type, problems(field({ type, options }))]).toEqual([type, {}])
    expect(problems(field({ type: 'slider' }))).toEqual({ type: 'formErrors.oneOf' })
    for (const fieldType of ['number', 'date', 'maskedText']) expect(ofOptions({ fieldType })).toEqual({})
    expect(ofOptions({ fieldType: 'time' })).toEqual({ 'options.fieldType': 'formErrors.oneOf' })
  })

  it('FIELD-03 FIELD-14 A-089 has one of at most fifty icons, the seven that are named among them', () => {
    expect(RATING_ICONS.length).toBeLessThanOrEqual(50)
    const named = 'grade star_rate favorite favorite_border thumb_up check_circle verified'
    for (const icon of named.split(' ')) expect([icon, ofOptions({ icon }, 'rating')]).toEqual([icon, {}])
    expect(ofOptions({ icon: 'skull' }, 'rating')).toEqual({ 'options.icon': 'formErrors.oneOf' })
  })

  it('FIELD-15 CONST-34 A-090 takes the three formats that are offered and the one that goes without saying', () => {
    expect(DATE_FORMATS.map((format) => Object.keys(ofOptions({ format })).length)).toEqual([0, 0, 0, 0])
    expect(ofOptions({ format: 'dd-MM-yyyy' })).toEqual({})
    expect(ofOptions({ format: 'yyyy' })).toEqual({ 'options.format': 'formErrors.oneOf' })
  })

  it('FIELD-01 FIELD-09 has choices on up to three levels, each with text and value', () => {
    const third = { text: 'c', value: '3' }
    const second = { text: 'b', value: '2', choices: [third] }
    const nested = (choices: unknown) => ofOptions({ choices }, 'multilayer_dropdown')
    expect(nested([{ text: 'a', value: '1', choices: [second] }])).toEqual({})
    expect(nested([{ text: 'a', value: '1', choices: [{ ...second, choices: [{ ...third, choices: [] }] }] }])).toEqual(
      {
        'options.choices.0.choices.0.choices.0.choices': 'formErrors.unknownField',
      },
    )
    expect(nested([{ text: 'a', value: '1', choices: [{ text: ' ' }] }])).toEqual({
      'options.choices.0.choices.0.text': 'formErrors.required',
      'options.choices.0.choices.0.value': 'formErrors.required',
    })
  })

  it('FIELD-01 offers something to choose wherever an answer is chosen', () => {
    for (const type of ['checkboxes', 'radios', 'dropdown', 'dropdown_search', 'multilayer_dropdown'])
      for (const options of [undefined, null, {}, { choices: [] }, { placeholder: 'x' }])
        expect([type, problems(field({ type, options }))]).toEqual([type, { options: 'formErrors.choicesWanted' }])
    expect(check(formSchema, { fields: [field({}), field({ name: 'b', type: 'dropdown' })] })).toEqual([
      { field: 'fields.1.options', key: 'formErrors.choicesWanted' },
    ])
  })

  it('A-094 is checked by cpf, cnpj or a regular expression, which is then required and must be one', () => {
    const validators = (...list: Draft[]) => ofOptions({ validators: list })
    expect(validators({ type: 'cpf' }, { type: 'cnpj', text: 'x' }, { type: 'regex', regex: '^\\d+$' })).toEqual({})
    expect(validators({ type: 'regex' }, { type: 'regex', regex: '(' }, { type: 'rg' }, {})).toEqual({
      'options.validators.0.regex': 'formErrors.required',
      'options.validators.1.regex': 'formErrors.regularExpression',
      'options.validators.2.type': 'formErrors.oneOf',
      'options.validators.3.type': 'formErrors.required',
    })
  })

  describe('with attachments', () => {
    const whole = {
      attachmentTypes: ['image', 'file'],
      attachmentQty: 2,
      attachmentMandatory: 'all',
      attachmentSizes: { image: 1, file: 10 },
    }
    const attached = (more: Draft) => ofOptions({ ...whole, ...more }, 'attachment')

    it('FIELD-12 A-088 says their types, number, which are mandatory and how large, at least 1 MB', () => {
      expect(attached({})).toEqual({})
      expect(problems(field({ type: 'attachment' }))).toEqual({ options: 'formErrors.attachmentTypes' })
      expect(attached({ attachmentTypes: [] })).toEqual({ options: 'formErrors.attachmentTypes' })
      expect(ofOptions({ allowAttachments: true })).toEqual({ options: 'formErrors.attachmentTypes' })
      expect(ofOptions({ attachmentTypes: ['image'] }, 'attachment')).toEqual({
        'options.attachmentQty': 'formErrors.required',
        'options.attachmentMandatory': 'formErrors.required',
        'options.attachmentSizes': 'formErrors.required',
      })
      for (const attachmentTypes of [['image', 'exe'], ['image', 'image'], 'image', [1]])
        expect(attached({ attachmentTypes })['options.attachmentTypes']).toBe('formErrors.listOf')
      for (const attachmentSizes of [{ image: 1 }, { image: 0.5, file: 1 }, { image: 1, file: 1, audio: 1 }, [1, 1], 5])
        expect(attached({ attachmentSizes })).toEqual({ 'options.attachmentSizes': 'formErrors.attachmentSizes' })
    })

    it('FIELD-13 takes as many as there are types where all are mandatory, else at least one', () => {
      expect(attached({ attachmentQty: 1 })).toEqual({ 'options.attachmentQty': 'formErrors.minValue' })
      expect(attached({ attachmentQty: 1, attachmentMandatory: 'some' })).toEqual({})
      expect(attached({ attachmentQty: 0, attachmentMandatory: 'none' })).toEqual({
        'options.attachmentQty': 'formErrors.minValue',
      })
    })
  })

  it('A-086 is visible by a query of the twelve operators, joined by and or or', () => {
    const query = (visibleIfQuery: unknown) => ofOptions({ visibleIfQuery })['options.visibleIfQuery']
    const rule = (operator: string, value: unknown = operator.endsWith('Of') ? [1] : 1) => ({
      field: 'a',
      operator,
      value,
    })
    const operators =
      'isEmpty isNotEmpty equals notEqual contains notContains anyOf allOf greater lesser greaterOrEqual lessOrEqual'
    for (const combinator of ['and', 'or'])
      expect(query({ combinator, rules: operators.split(' ').map((one) => rule(one)) })).toBeUndefined()
    expect(query({ combinator: 'and', rules: [] })).toBeUndefined()
    expect(
      query({ combinator: 'and', rules: [{ combinator: 'or', rules: [{ field: 'a', operator: 'isEmpty' }] }] }),
    ).toBeUndefined()
    for (const wrong of [[], 'x', { rules: [] }, { combinator: 'xor', rules: [] }, { combinator: 'and', rules: [1] }])
      expect(query(wrong)).toBe('formErrors.query')
    expect(query({ combinator: 'and', rules: [rule('matches')] })).toBe('formErrors.queryOperator')
    expect(query({ combinator: 'and', rules: [{ field: '', operator: 'isEmpty' }] })).toBe('formErrors.queryField')
    expect(
      query({ combinator: 'or', rules: [{ combinator: 'and', rules: [{ field: 'a', operator: 'equals' }] }] }),
    ).toBe('formErrors.queryValue')
    expect(query({ combinator: 'and', rules: [rule('anyOf', 1)] })).toBe('formErrors.queryList')
  })

  it('FIELD-04 has each wrong comparison of its query told, and the same once', () => {
    const comparisons = [
      { field: '', operator: 'isEmpty' },
      { combinator: 'or', rules: [{ field: 'a', operator: 'matches', value: 1 }] },
      { field: 'a', operator: 'equals' },
    ]
    expect(queryProblems({ combinator: 'and', rules: comparisons }).map(({ key }) => key)).toEqual([
      'formErrors.queryField',
      'formErrors.queryOperator',
      'formErrors.queryValue',
    ])
    const form = [{ name: 'b', type: 'text', options: { visibleIfQuery: about('x', 'y', 'x') } }]
    expect(problemsBetween(form).map(({ values }) => values?.['other'])).toEqual(['x', 'y'])
  })

  it.each([
    ['text', { fieldType: 'number', min: 5, max: 1 }, { 'options.max': 'formErrors.minValue' }],
    ['rating', { min: 2, max: 2 }, {}],
    ['text', { limit: 1.5 }, { 'options.limit': 'formErrors.integer' }],
    ['textarea', { lines: 1.5 }, { 'options.lines': 'formErrors.integer' }],
    ['radios', { choices: ofValues('a', 'b', 'a') }, { 'options.choices': 'formErrors.choiceTwice' }],
    ['radios', { choices: ofValues('a', 'A') }, {}],
    [
      'multilayer_dropdown',
      { choices: [{ text: 'a', value: 'a', choices: ofValues('a', 'b') }, ...ofValues('b')] },
      {},
    ],
    [
      'multilayer_dropdown',
      { choices: [{ text: 'a', value: 'a', choices: ofValues('b', 'b') }] },
      { 'options.choices.0.choices': 'formErrors.choiceTwice' },
    ],
  ] as const)('FIELD-02 FIELD-09 of the type %s with %j can be answered: %j', (type, options, problems) => {
    expect(
      Object.fromEntries(check(formField, { name: 'a', type, options }).map((one) => [one.field, one.key])),
    ).toEqual(problems)
  })

  it.each([
    ['text', { fieldType: 'number', max: 9 }, 42],
    ['text', { limit: 3 }, 'abcdef'],
    ['text', { fieldType: 'maskedText', mask: '99-99' }, '1'],
    ['checkbox', {}, 'perhaps'],
    ['radios', { choices: ofValues('a') }, 'b'],
    ['rating', { max: 5 }, 6],
  ] as const)('ENT-FIELD-02 of the type %s with %j refuses the default value %j', (type, options, defaultValue) => {
    const form = (more: object) => ({ fields: [{ name: 'a', type, required: true, options: { ...options, ...more } }] })
    expect(check(formSchema, form({ defaultValue })).map(({ field, key }) => [field, key])).toEqual([
      ['fields', 'formErrors.defaultRefused'],
    ])
    expect(check(formSchema, form({ defaultValue: null }))).toEqual([])
  })

  it('A-139 nests ten groups at most, and has a hundred rules at most', () => {
    const query = (visibleIfQuery: unknown) => ofOptions({ visibleIfQuery })['options.visibleIfQuery']
    const rule = { field: 'a', operator: 'isEmpty' }
    const rules = (count: number) => Array.from({ length: count }, () => rule)
    const nested = (groups: number): object => ({
      combinator: 'and',
      rules: groups === 1 ? [{ field: 'a', operator: 'anyOf', value: ['x'] }] : [nested(groups - 1)],
    })
    expect(query(nested(10))).toBeUndefined()
    expect(query(nested(11))).toBe('formErrors.queryDepth')
    expect(query({ combinator: 'or', rules: rules(100) })).toBeUndefined()
    const half = { combinator: 'or', rules: rules(51) }
    expect(query({ combinator: 'or', rules: [half, half] })).toBe('formErrors.queryRules')
  })

  it('A-139 is shown by rules about earlier fields of the form alone', () => {
    const form = (...fields: [name: string, about?: string][]) =>
      check(formSchema, {
        fields: fields.map(([name, about]) => ({
          name,
          type: 'text',
          options: about
            ? {
                visibleIfQuery: {
                  combinator: 'and',
                  rules: [{ combinator: 'or', rules: [{ field: about, operator: 'isEmpty' }] }],
                },
              }
            : {},
        })),
      })
    const about = (name: string, other: string, key = 'ruleField') => [
      { field: 'fields', key: `formErrors.${key}`, values: { name, other } },
    ]
    expect(form(['a'], ['b', 'a'], ['c', 'b'])).toEqual([])
    expect(form(['a'], ['b', 'c'], ['c'])).toEqual(about('b', 'c'))
    expect(form(['a'], ['b', 'b'])).toEqual(about('b', 'b'))
    expect(form(['a'], ['b', 'nobody'])).toEqual(about('b', 'nobody', 'ruleUnknown'))
  })

  it('A-139 is shown by rules about choices that there are, as a query compares them', () => {
    const form = (value: unknown, more: object = {}, type = 'checkboxes') => [
      { name: 'a', type, options: { choices: ofValues('Sim', 'não'), ...more } },
      {
        name: 'b',
        type: 'text',
        options: {
          visibleIfQuery: {
            combinator: 'and',
            rules: [{ combinator: 'or', rules: [{ field: 'a', operator: 'anyOf', value }] }],
          },
        },
      },
    ]
    const strange = (...given: Parameters<typeof form>) =>
      problemsBetween(form(...given)).map(({ at, path, key, values }) => [at, path, key, values?.['value']])
    expect(strange(['sim', 'NAO'])).toEqual([])
    expect(strange(['sim', 'talvez'])).toEqual([[1, 'options.visibleIfQuery', 'formErrors.ruleChoice', 'talvez']])
    expect(strange(['talvez'], { hasOther: true })).toEqual([])
    expect(strange(['talvez'], {}, 'text')).toEqual([])
    expect(strange(null)).toEqual([])
  })

  it('A-143 has 300 fields, a thousand choices a field and 512 kB at most', () => {
    const keys = (fields: object[]) => check(formSchema, { fields }).map(({ field, key }) => `${field} ${key}`)
    const field = (at: number, options: object = {}) => ({ name: `f${at}`, type: 'text', options })
    const fields = (count: number, options?: object) => Array.from({ length: count }, (_, at) => field(at, options))
    expect(keys(fields(300))).toEqual([])
    expect(keys(fields(301))).toEqual(['fields formErrors.maxItems'])
    const choices = (count: number) => Array.from({ length: count }, (_, at) => ({ text: `t${at}`, value: `v${at}` }))
    const levels = (count: number) => [{ text: 'a', value: 'a', choices: choices(count) }]
    expect(keys([field(0, { choices: levels(999) })])).toEqual([])
    expect(keys([field(0, { choices: levels(1_000) })])).toEqual(['fields.0.options.choices formErrors.choicesMany'])
    expect(keys(fields(30, { choices: choices(900) }))).toEqual(['fields formErrors.maxJson'])
  })

  it('FIELD-06 has a name that no other field of the form has, blanks around it left out', () => {
    const named = (...names: string[]) =>
      check(formSchema, { fields: names.map((name) => field({ name })) }).map(({ field: at, key }) => [at, key])
    expect(named('a', 'b')).toEqual([])
    expect(named('a', 'b', ' a ')).toEqual([
      ['fields', 'formErrors.fieldNameTwice'],
      ['fields.2.name', 'formErrors.fieldName'],
    ])
    expect(named('A', 'a')).toEqual([])
    expect(named('constructor')).toEqual([['fields.0.name', 'formErrors.fieldReserved']])
  })
})
