import { ratingSteps } from '@tocsin/core/form/rating'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { FORM_FIELD_TYPES, RATING_ICONS } from '@tocsin/core/form/schema'
import type { FieldType, FormField } from '@tocsin/core/form/types'
import { materialOutline } from '../ui/material-icons'
import { Files } from './attachments'
import { FormView } from './form-view'

// The language of a reader is known in a browser alone.
vi.mock('../preferences', () => ({ usePreferences: () => ({ locale: 'pt-BR' }) }))

const choices = [
  { text: 'Santa Catarina', value: 'sc', choices: [{ text: 'Lages', value: 'lages' }] },
  { text: 'Paraná', value: 'pr' },
]
type More = Omit<Parameters<typeof FormView>[0], 'form' | 'fields' | 'onAnswer' | 'answers' | 'problems'> & {
  answer?: unknown
  problem?: string
}
const draw = (type: FieldType, more: Partial<FormField> = {}, { answer, problem, ...props }: More = {}) => {
  const fields = [{ name: 'a', type, title: 'Onde?', ...more }]
  return renderToStaticMarkup(
    <FormView
      form={{ fields }}
      fields={fields}
      answers={answer === undefined ? {} : { a: answer }}
      problems={new Map(problem === undefined ? [] : [['a', problem]])}
      onAnswer={() => {}}
      idPrefix="f-"
      {...props}
    />,
  )
}

describe('FIELD-01 a form', () => {
  it.each(FORM_FIELD_TYPES)('draws a %s with its question, its mark and its problem', (type) => {
    const options = { choices, attachmentTypes: ['image'] }
    const html = draw(type, { options }, { look: 'page', problem: 'Falta.' })
    expect(html).toContain('Onde?')
    expect(html).toMatch(/Onde\?<span class="[^"]*"> opcional<\/span>/)
    expect(html).toMatch(/<p class="[^"]*" id="f-a-problem">Falta\.<\/p>/)
    expect(html).toContain('aria-describedby="f-a-problem')
    expect(draw(type, { options, required: true }, { look: 'page' })).not.toContain('opcional')
    expect(draw(type, { options, required: true })).toContain(' *</span>')
  })

  it('draws hostile texts as texts', () => {
    const evil = '<img src=x onerror=alert(1)>'
    for (const type of FORM_FIELD_TYPES) {
      const html = draw(type, {
        title: evil,
        options: {
          choices: [{ text: evil, value: evil }],
          placeholder: evil,
          hasOther: true,
          otherText: evil,
          icon: evil,
          mask: evil,
          fieldType: 'maskedText',
        },
      })
      expect(html, type).not.toContain('<img')
      expect(html, type).toContain('&lt;img')
    }
  })

  it('survives what is half written or of no known kind', () => {
    for (const options of [null, { choices: [null, 1, { text: 'x' }] }, { choices: 'x', attachmentTypes: 3 }])
      for (const type of FORM_FIELD_TYPES) expect(draw(type, { options })).toContain('Onde?')
    expect(draw('matrix' as never)).not.toContain('<input')
    // The name stands for a question that is not written yet, and a name twice for two questions.
    const fields: FormField[] = [
      { name: 'b', type: 'text' },
      { name: 'b', type: 'text', title: ' ' },
    ]
    const html = renderToStaticMarkup(
      <FormView form={{ fields }} fields={fields} answers={{}} problems={new Map()} onAnswer={() => {}} idPrefix="" />,
    )
    expect(html.match(/>b<\/label>/g)).toHaveLength(2)
    expect([...html.matchAll(/<input id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['b', 'b-1'])
  })

  it('marks one question, tells a note below it, and can be off', () => {
    const html = draw('text', {}, { marked: 'a', note: () => <i>regra</i>, disabled: true })
    expect(html).toContain('data-marked=""')
    expect(html).toContain('<i>regra</i>')
    expect(html).toMatch(/^<fieldset[^>]*disabled=""/)
  })
})

describe('ENT-FIELD-02 ENT-FIELD-03 the options of a question', () => {
  it.each<[FieldType, object, unknown, string]>([
    ['text', { placeholder: 'Rua' }, undefined, 'placeholder="Rua"'],
    ['text', { limit: 20 }, 'abc', '3 de 20 caracteres'],
    ['text', { fieldType: 'number', min: 0 }, 8, 'inputMode="decimal"'],
    ['text', { fieldType: 'date', format: 'yyyy/MM/dd' }, '2026-01-31', 'value="2026/01/31"'],
    ['text', { fieldType: 'date' }, undefined, 'placeholder="dd-mm-aaaa"'],
    ['text', { fieldType: 'maskedText', mask: '99/AA' }, undefined, 'placeholder="99/AA"'],
    ['textarea', { lines: 7 }, undefined, 'rows="7"'],
    ['radios', { choices, columns: 2 }, undefined, 'style="--columns:2"'],
    ['radios', { choices, hasOther: true, otherText: 'Outro estado' }, 'rs', 'Outro estado'],
    ['radios', { choices, hasOther: true }, 'rs', 'aria-label="Sua resposta: Onde?" value="rs"'],
    ['checkboxes', { choices, allowSelectAll: true }, undefined, 'Selecionar tudo'],
    ['checkboxes', { choices, hasOther: true }, ['sc', 'rs'], 'value="rs"'],
    ['dropdown', { choices, hasOther: true }, 'rs', 'value="rs"'],
    ['dropdown', { choices }, 'rs', '<option value="rs" selected="">rs</option>'],
    ['dropdown_search', { choices }, 'pr', 'value="Paraná"'],
    ['multilayer_dropdown', { choices }, ['sc', 'lages'], '<option value="lages" selected="">Lages</option>'],
    ['multilayer_dropdown', { choices }, ['sc'], 'aria-label="Onde?: nível 2"'],
    ['multilayer_dropdown_search', { choices }, ['sc', 'lages'], 'value="Lages"'],
    ['text', { allowComments: true }, undefined, 'aria-label="Comentário: Onde?"'],
  ])('%s %j %j', (type, options, answer, expected) => {
    expect(draw(type, { options } as Partial<FormField>, { answer })).toContain(expected)
  })

  it('has no second level before the first is chosen, nor below a choice without one', () => {
    for (const answer of [undefined, ['pr'], ['gone']])
      expect(draw('multilayer_dropdown', { options: { choices } }, { answer })).not.toContain('nível 2')
  })

  it('FIELD-03 draws a rating with any of its icons, filled up to the answer', () => {
    for (const icon of RATING_ICONS) {
      const html = draw('rating', { options: { icon } }, { answer: 4 })
      expect(html.split(`d="${materialOutline(icon)}"`), icon).toHaveLength(6)
      expect(html.match(/data-on=""/g), icon).toHaveLength(4)
      expect(html.match(/data-chosen=""/g), icon).toHaveLength(1)
    }
    expect(ratingSteps({ min: 0, max: 0.3, step: 0.1 })).toEqual([0, 0.1, 0.2, 0.3])
    // A scale that is too long to draw is written as a number.
    expect(draw('rating', { options: { max: 1000 } })).toContain('type="text"')
    expect(draw('rating', { options: { min: 5, max: 1 } })).toContain('type="text"')
  })

  it('ENT-FIELD-05 takes attachments by its flags where they can be sent, and else says where they are taken', () => {
    const options = { attachmentTypes: ['image', 'audio'], allowCamera: true, allowMic: true, allowFile: true }
    expect(draw('attachment', { options })).toContain('Os arquivos são anexados ao responder o formulário.')
    const all = new Map([['file:1', { name: 'a.png', is: 'arrived', sent: 1 } as const]])
    const nothing = () => {}
    const uploads = { all: () => all, subscribe: () => nothing, add: vi.fn(), again: nothing, drop: nothing }
    const attaching = { Files, uploads }
    const html = draw('attachment', { options }, { attaching })
    expect(html).toContain('accept="image/*" capture="environment"')
    expect(html).toContain('accept="audio/*" capture="user"')
    expect(html).toContain('accept="image/*,audio/*"')
    const beside = draw('text', { options: { ...options, allowAttachments: true, allowMic: false } }, { attaching })
    expect(beside).toContain('data-answer="a-files"')
    expect(beside).not.toContain('capture="user"')
    const full = draw(
      'attachment',
      { options: { ...options, attachmentQty: 1 } },
      { attaching, answer: [{ type: 'image', url: 'file:1' }] },
    )
    expect(full).toContain('aria-label="Remover a.png"')
    expect(full).toContain('Um arquivo basta.')
    expect(full.match(/type="file"[^>]*aria-disabled="true"/g)).toHaveLength(3)
  })
})
