import { describe, expect, it } from 'vitest'
import type { FieldType, FormField } from '@tocsin/core/form/types'
import { hasPatterns, loadPatterns } from '@tocsin/core/form/patterns'
import { validate } from '@tocsin/core/form/validate'
import { LOCALES } from '@tocsin/core/base/constants'
import { answerUnder, startingAnswers, stepFrom } from './answers'
import { sentenceOf } from './sentence'
import { formWordsIn } from './words'

const field = (name: string, type: FieldType = 'text', more: Partial<FormField> = {}): FormField => ({
  name,
  type,
  ...more,
})
const choices = ['sim', 'não'].map((value) => ({ text: value, value }))

describe('ENT-FIELD-02 the answers that a form begins with', () => {
  it('are the default values that are answers of their fields', () => {
    const fields = [
      field('a', 'text', { options: { defaultValue: 'x', validators: [{ type: 'regex', regex: '^y' }] } }),
      field('b', 'radios', { options: { choices, defaultValue: 'sim' } }),
      field('c', 'radios', { options: { choices, defaultValue: 'talvez' } }),
      field('d', 'text', { options: { fieldType: 'number', defaultValue: '8' } }),
      field('e', 'checkbox', { options: { defaultValue: true } }),
      field('__proto__', 'text', { options: { defaultValue: 'p' } }),
    ]
    const answers = startingAnswers({ fields })
    expect(Object.entries(answers).filter(([name]) => name !== '__proto__')).toEqual([
      ['a', 'x'],
      ['b', 'sim'],
      ['e', true],
    ])
  })

  it('know no inherited names', () => {
    expect(['constructor', 'toString', 'a'].map((name) => answerUnder({}, name))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('a step through a form', () => {
  const form = {
    fields: [
      field('first', 'text', { required: true }),
      field('hidden', 'text', {
        pageBreak: true,
        required: true,
        options: { visibleIfQuery: { combinator: 'and', rules: [{ field: 'first', operator: 'equals', value: 'h' }] } },
      }),
      field('last', 'text', { pageBreak: true, options: { fieldType: 'number', allowComments: true } }),
    ],
  }

  it('stays where an answer has a problem, and names what it checked', () => {
    expect(stepFrom(form, {}, 0, true)).toEqual({
      told: ['first', 'first-files', 'first-comment'],
      step: { to: 'problem', page: 0, name: 'first' },
    })
  })

  it('A-140 passes a page without a shown field, and sends no answer of it', () => {
    expect(stepFrom(form, { first: 'x' }, 0, true).step).toEqual({ to: 'page', page: 1 })
    expect(stepFrom(form, { first: 'x', hidden: 'h', last: 8 }, 1, true).step).toEqual({
      to: 'end',
      answers: { first: 'x', last: 8 },
    })
    expect(stepFrom(form, { first: 'h', last: 8 }, 1, true).step).toEqual({ to: 'problem', page: 1, name: 'hidden' })
  })

  it('leads from the end back to an earlier answer that was taken back', () => {
    expect(stepFrom(form, { last: 8 }, 1, true).step).toEqual({ to: 'problem', page: 0, name: 'first' })
  })

  it('A-141 checks patterns once their engine is there', async () => {
    const fields = [field('a', 'text', { options: { validators: [{ type: 'cpf' }, { type: 'regex', regex: '^x' }] } })]
    expect(hasPatterns()).toBe(false)
    expect(stepFrom({ fields }, { a: '529.982.247-25' }, 0, false).step).toMatchObject({ to: 'end' })
    expect(stepFrom({ fields }, { a: 'x' }, 0, false).step).toMatchObject({ to: 'problem' })
    await loadPatterns()
    expect(stepFrom({ fields }, { a: '529.982.247-25' }, 0, true).step).toMatchObject({ to: 'problem' })
  })
})

describe('LANG-01 the sentence of a problem', () => {
  const files = { attachmentTypes: ['image', 'audio'], attachmentMandatory: 'all', attachmentQty: 2 }
  const image = { type: 'image', url: '/a' }
  it.each<[FormField, unknown, string, string]>([
    [field('a', 'text', { required: true }), '', 'Answer this question.', 'Responda esta pergunta.'],
    [
      field('a', 'radios', { required: true, options: { choices } }),
      null,
      'Choose an answer.',
      'Escolha uma resposta.',
    ],
    [field('a', 'checkbox', { required: true }), false, 'Tick this box.', 'Marque esta opção.'],
    [field('a', 'text', { required: true, options: { requiredErrorText: 'Diga.' } }), '', 'Diga.', 'Diga.'],
    [
      field('a', 'text', { options: { fieldType: 'number' } }),
      'uns 8',
      'Write the number alone, for example 8.',
      'Escreva só o número, por exemplo 8.',
    ],
    [
      field('a', 'text', { options: { fieldType: 'date', format: 'dd/MM/yyyy' } }),
      '31/02',
      'Write a day of the calendar like dd/mm/yyyy.',
      'Escreva um dia do calendário como dd/mm/aaaa.',
    ],
    [field('a', 'text', { options: { limit: 1 } }), 'xy', 'Use at most 1 characters.', 'Use no máximo 1 caracteres.'],
    [
      field('a', 'text', { options: { fieldType: 'maskedText', mask: '99-A' } }),
      '1',
      'Fill in the whole answer, in the form 99-A.',
      'Preencha a resposta inteira, na forma 99-A.',
    ],
    [field('a', 'rating'), 0, 'The least is 1.', 'O mínimo é 1.'],
    [field('a', 'rating'), 9, 'The most is 5.', 'O máximo é 5.'],
    [
      field('a', 'radios', { options: { choices } }),
      'x',
      'Choose one of the answers that are offered.',
      'Escolha uma das respostas oferecidas.',
    ],
    [
      field('a', 'text', { options: { validators: [{ type: 'cpf' }] } }),
      '1',
      'The digits of this CPF do not match.',
      'Os dígitos deste CPF não conferem.',
    ],
    [
      field('a', 'text', { options: { validators: [{ type: 'cnpj' }] } }),
      '1',
      'The digits of this CNPJ do not match.',
      'Os dígitos deste CNPJ não conferem.',
    ],
    [field('a', 'attachment', { options: files }), [image, image, image], 'Attach at most 2.', 'Anexe no máximo 2.'],
    [field('a', 'attachment', { options: files }), [image], 'Still to attach: audio.', 'Falta anexar: áudio.'],
    [
      field('a', 'attachment', { options: files }),
      [{ type: 'video', url: '/v' }],
      'Attach only: image, audio.',
      'Anexe somente: imagem, áudio.',
    ],
    [field('a', 'checkbox'), 'x', 'This answer does not fit the question.', 'Esta resposta não serve para a pergunta.'],
  ])('%j answered by %j', (asked, answer, english, portuguese) => {
    const [problem] = validate({ fields: [asked] }, { a: answer }).problems
    expect(LOCALES.map((locale) => sentenceOf(problem!, asked, formWordsIn(locale)))).toEqual([english, portuguese])
  })
})
