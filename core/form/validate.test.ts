import { beforeAll, describe, expect, it } from 'vitest'
import { fillsMask, masked } from './masks'
import { isCnpj, isCpf } from './national-ids'
import { pagesOf, shownFields, shownPages } from './pages'
import { loadPatterns, MAX_MATCHED, patternFor } from './patterns'
import type { Answers } from './query'
import type { FormField } from './types'
import { validate } from './validate'

beforeAll(loadPatterns)

const field = (name: string, type: FormField['type'] = 'text', rest: Partial<FormField> = {}): FormField => ({
  name,
  type,
  tag: null,
  title: null,
  required: null,
  pageBreak: null,
  options: null,
  ...rest,
})
const when = (about: string, value: unknown = 'sim') => ({
  visibleIfQuery: { combinator: 'and', rules: [{ field: about, operator: 'equals', value }] },
})
/** Returns what is wrong with one answer: `max 5`, or nothing. */
const wrong = (type: FormField['type'], options: object, answer: unknown): unknown => {
  const [problem] = validate({ fields: [field('a', type, { options: { ...options } })] }, { a: answer }).problems
  return problem?.said ?? problem?.key.replace('formErrors.', '')
}

describe('an answer (FIELD-01, FIELD-02)', () => {
  const CHOICES = { choices: ['azul', 'verde'].map((value) => ({ text: value.toUpperCase(), value })) }
  const LEVELS = {
    choices: [
      { text: 'SC', value: 'sc', choices: [{ text: 'Lages', value: 'lages' }] },
      { text: 'PR', value: 'pr' },
    ],
  }
  const FILES = {
    attachmentTypes: ['image', 'audio'],
    attachmentQty: 2,
    attachmentMandatory: 'all',
    attachmentSizes: { image: 5, audio: 5 },
  }
  const image = { type: 'image', url: '/api/files/x' }
  const audio = { ...image, type: 'audio' }

  it.each<[FormField['type'], object, unknown, unknown]>([
    ['text', {}, 'Ana', undefined],
    ['text', {}, 5, 'type'],
    ['text', { limit: 3 }, 'Anna', 'maxLength'],
    ['text', {}, 'x'.repeat(MAX_MATCHED + 1), 'maxLength'],
    ['text', { fieldType: 'number', min: 1, max: 5 }, 5, undefined],
    ['text', { fieldType: 'number', min: 1, max: 5 }, 0, 'minValue'],
    ['text', { fieldType: 'number', min: 1, max: 5 }, 6, 'maxValue'],
    ['text', { fieldType: 'number' }, '5', 'number'],
    ['text', { fieldType: 'number' }, Number.NaN, 'number'],
    ['text', { fieldType: 'date', format: 'dd/MM/yyyy' }, '2024-02-29', undefined],
    ['text', { fieldType: 'date' }, '2023-02-29', 'day'],
    ['text', { fieldType: 'date' }, '29/02/2024', 'day'],
    ['text', { fieldType: 'maskedText', mask: '99-A' }, '12-x', undefined],
    ['text', { fieldType: 'maskedText', mask: '99-A' }, '12-', 'mask'],
    ['text', { validators: [{ type: 'cpf' }] }, '529.982.247-25', undefined],
    ['text', { validators: [{ type: 'cpf' }] }, '529.982.247-24', 'cpf'],
    ['text', { validators: [{ type: 'cnpj' }] }, '11.222.333/0001-81', undefined],
    ['text', { validators: [{ type: 'cnpj' }] }, '529.982.247-25', 'cnpj'],
    ['text', { validators: [{ type: 'regex', regex: '^[A-Z]{3}$' }] }, 'ABC', undefined],
    ['text', { validators: [{ type: 'regex', regex: '^[A-Z]{3}$' }] }, 'abc', 'regex'],
    ['text', { validators: [{ type: 'regex', regex: '^A', text: 'Comece com A.' }] }, 'b', 'Comece com A.'],
    // A stored pattern that is none is never run.
    ['text', { validators: [{ type: 'regex', regex: '(?=A)' }] }, 'b', undefined],
    ['textarea', { limit: 5, fieldType: 'number' }, 'cinco', undefined],
    ['checkbox', {}, true, undefined],
    ['checkbox', {}, 'sim', 'type'],
    ['checkboxes', CHOICES, ['azul', 'verde'], undefined],
    ['checkboxes', CHOICES, ['azul', 'azul'], 'choice'],
    ['checkboxes', CHOICES, ['roxo'], 'choice'],
    ['checkboxes', { ...CHOICES, hasOther: true }, ['azul', 'roxo'], undefined],
    ['checkboxes', { ...CHOICES, hasOther: true }, ['preto', 'roxo'], 'choice'],
    ['checkboxes', CHOICES, 'azul', 'type'],
    ['radios', CHOICES, 'verde', undefined],
    ['radios', CHOICES, 'VERDE', 'choice'],
    ['dropdown', { ...CHOICES, hasOther: true }, 'roxo', undefined],
    ['dropdown_search', CHOICES, ['azul'], 'choice'],
    ['multilayer_dropdown', LEVELS, ['sc', 'lages'], undefined],
    ['multilayer_dropdown', LEVELS, ['sc'], undefined],
    ['multilayer_dropdown_search', LEVELS, ['pr', 'lages'], 'choice'],
    ['multilayer_dropdown', LEVELS, 'sc', 'type'],
    ['rating', {}, 5, undefined],
    ['rating', {}, 6, 'maxValue'],
    ['rating', { min: 0, max: 10, step: 0.5 }, 9.5, undefined],
    ['rating', { min: 0, max: 10, step: 0.5 }, 9.3, 'choice'],
    ['attachment', FILES, [image, audio], undefined],
    ['attachment', FILES, [image], 'attachmentMissing'],
    ['attachment', { ...FILES, attachmentMandatory: 'some' }, [image], undefined],
    ['attachment', FILES, [image, audio, audio], 'maxItems'],
    ['attachment', FILES, [{ ...image, type: 'video' }], 'listOf'],
    ['attachment', FILES, [{ type: 'image' }], 'type'],
  ])('%s %j takes %j: %s', (type, options, answer, expected) => {
    expect(wrong(type, options, answer)).toBe(expected)
  })

  it('is required where its field says so, in the words of the author, and a box has to be ticked', () => {
    const fields = [
      field('a', 'text', { required: true, options: { requiredErrorText: 'Diga o nome.' } }),
      field('b', 'checkbox', { required: true }),
      field('c', 'attachment', { options: { ...FILES, attachmentMandatory: 'some' } }),
      field('d', 'text'),
    ]
    expect(validate({ fields }, { a: ' ', b: false }).problems).toEqual([
      { field: 'a', key: 'formErrors.required', said: 'Diga o nome.' },
      { field: 'b', key: 'formErrors.required' },
      { field: 'c', key: 'formErrors.required' },
    ])
    expect(validate({ fields }, { a: 'x', b: true, c: [image] }).problems).toEqual([])
  })

  it('has a comment and attachments beside it where its field takes them', () => {
    const given = { a: 'x', 'a-comment': 'Vi de longe.', 'a-files': [image, audio] }
    const with_ = validate(
      { fields: [field('a', 'text', { options: { allowComments: true, allowAttachments: true, ...FILES } })] },
      given,
    )
    expect(with_).toEqual({ answers: given, problems: [] })
    expect(validate({ fields: [field('a')] }, given).answers).toEqual({ a: 'x' })
    const missing = validate(
      { fields: [field('a', 'text', { options: { allowAttachments: true, ...FILES } })] },
      { a: 'x' },
    )
    expect(missing.problems).toMatchObject([{ field: 'a-files', key: 'formErrors.attachmentMissing' }])
  })
})

describe('A-140 a hidden field', () => {
  const fields = [
    field('ferido', 'radios', { options: { choices: ['sim', 'não'].map((value) => ({ text: value, value })) } }),
    field('quantos', 'text', { required: true, options: when('ferido') }),
    field('onde', 'text', { pageBreak: true, required: true, options: when('quantos', '2') }),
    field('fim', 'text', { pageBreak: true }),
  ]
  const names = (some: readonly FormField[]) => some.map(({ name }) => name)

  it('is never required, its answer is dropped, and it counts as empty for the rules of later fields', () => {
    const given: Answers = { ferido: 'não', quantos: '2', onde: 'na quadra', fim: 'x', other: 'y' }
    expect(names(shownFields(fields, given))).toEqual(['ferido', 'fim'])
    expect(validate({ fields }, given)).toEqual({ answers: { ferido: 'não', fim: 'x' }, problems: [] })
    expect(names(shownFields(fields, { ...given, ferido: 'sim' }))).toEqual(['ferido', 'quantos', 'onde', 'fim'])
  })

  it('has no page where nothing else is on its page', () => {
    expect(pagesOf(fields).map(names)).toEqual([['ferido', 'quantos'], ['onde'], ['fim']])
    expect(shownPages(fields, { ferido: 'sim', quantos: '1' }).map(names)).toEqual([['ferido', 'quantos'], ['fim']])
    expect(pagesOf([])).toEqual([])
  })
})

describe('A-141 a pattern', () => {
  it.each([
    '(?=a)b',
    '(?!a)b',
    '(?<=a)b',
    String.raw`(a)\1`,
    '(',
    '[a',
    'a{1001}',
    '(a?){1000}'.repeat(3),
    'a'.repeat(501),
  ])('is none where it is %s', (source) => {
    expect(patternFor(source)).toBeNull()
  })

  it('is found anywhere in a text, in time that is linear in its length', () => {
    expect(patternFor('b+')!('abbc')).toBe(true)
    expect(patternFor(String.raw`^\p{Lu}`)!('Ágata')).toBe(true)
    const evil = patternFor('(a+)+$')!
    const timeOf = (length: number) => {
      const text = `${'a'.repeat(length)}!`
      const once = () => {
        const began = performance.now()
        evil(text)
        return performance.now() - began
      }
      return Math.min(...Array.from({ length: 20 }, once))
    }
    // A pattern that backtracks would take 2 to the power of the length.
    timeOf(8_000)
    expect(timeOf(8_000) / timeOf(2_000)).toBeLessThan(16)
  })
})

describe('A-142 numbers of people and companies', () => {
  it.each(['529.982.247-25', '52998224725', '111.444.777-35'])('%s is a CPF', (text) => {
    expect(isCpf(text)).toBe(true)
  })
  it.each(['529.982.247-26', '529.982.247-35', '111.111.111-11', '5299822472', '529982247255', 'ABC', ''])(
    '%s is no CPF',
    (text) => {
      expect(isCpf(text)).toBe(false)
    },
  )
  it.each(['11.222.333/0001-81', '11222333000181', '12.ABC.345/01DE-35', '12abc34501de35'])('%s is a CNPJ', (text) => {
    expect(isCnpj(text)).toBe(true)
  })
  it.each(['11.222.333/0001-82', '12.ABC.345/01DE-36', '00.000.000/0000-00', '12ABC34501DEA5', '1122233300018', ''])(
    '%s is no CNPJ',
    (text) => {
      expect(isCnpj(text)).toBe(false)
    },
  )

  it('differ from a valid one in any single digit', () => {
    const valid = '52998224725'
    for (let at = 0; at < valid.length; at++)
      for (let digit = 0; digit < 10; digit++) {
        const changed = `${valid.slice(0, at)}${digit}${valid.slice(at + 1)}`
        expect(isCpf(changed), changed).toBe(changed === valid)
      }
  })
})

describe('FIELD-02 a mask', () => {
  it.each([
    ['(99) 99999-9999', '48999990000', '(48) 99999-0000'],
    ['(99) 99999-9999', '(48) 99999-0000', '(48) 99999-0000'],
    ['(99) 99999-9999', '48', '(48'],
    ['(99) 99999-9999', 'x4y8', '(48'],
    ['AAA-9*99', 'abc1d23', 'abc-1d23'],
    ['99%', '50', '50%'],
    ['99', '', ''],
    ['9999', '12345', '1234'],
  ])('%s shows %s as %s', (mask, typed, shown) => {
    expect(masked(mask, typed)).toBe(shown)
    expect(masked(mask, shown)).toBe(shown)
  })

  it('is filled by a text that has each of its signs', () => {
    expect(['12-x', '12x', '1x-x', '12-xy', '12-1'].filter((text) => fillsMask('99-A', text))).toEqual(['12-x'])
    expect(fillsMask('99%', masked('99%', '50'))).toBe(true)
  })
})
