import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionsOf } from '@tocsin/core/form/field-options'
import { FORM_FIELD_TYPES } from '@tocsin/core/form/schema'
import type { FormField } from '@tocsin/core/form/types'
import { RICH_FIELDS } from '../rich-form'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

/** A value of each option. Choices lie in levels, which a list of one level has as well. */
const VALUES: Readonly<Record<string, unknown>> = {
  placeholder: 'Escreva aqui',
  mask: '999',
  format: 'dd-MM-yyyy',
  min: 1,
  max: 9,
  limit: 40,
  step: 0.5,
  columns: 2,
  lines: 4,
  icon: 'favorite_border',
  choices: [
    { text: 'A', value: 'a', choices: [{ text: 'B', value: 'b', choices: [{ text: 'C', value: 'c' }] }] },
    { text: 'Outra <b>', value: 'outra' },
  ],
  hasOther: true,
  otherText: 'Outro',
  allowSelectAll: true,
  requiredErrorText: 'Responda.',
  validators: [{ type: 'regex', regex: '^a+$', text: 'Só a' }, { type: 'cpf' }, { type: 'cnpj' }],
  visibleIfQuery: { combinator: 'or', rules: [{ field: 'primeiro', operator: 'isNotEmpty' }] },
  allowComments: true,
  allowQrCode: true,
  allowAttachments: true,
  allowCamera: true,
  allowMic: true,
  allowFile: true,
  attachmentTypes: ['image', 'audio', 'video', 'file'],
  attachmentQty: 4,
  attachmentMandatory: 'all',
  attachmentSizes: { image: 1, audio: 2, video: 30, file: 4.5 },
}

/** A default value of each type, or kind of text, that the field takes. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  number: 2.5,
  date: '2026-01-31',
  maskedText: '123',
  checkbox: true,
  checkboxes: ['a'],
  multilayer_dropdown: ['a', 'b'],
  multilayer_dropdown_search: ['outra'],
  rating: 1.5,
}

/** Returns a field of a type with every option that it can have. */
function full(type: FormField['type'], fieldType?: string): FormField {
  const first = { allowAttachments: true, ...(fieldType ? { fieldType } : {}) }
  const valueOf = (name: string) =>
    name === 'fieldType' ? fieldType : name === 'defaultValue' ? (DEFAULTS[fieldType ?? type] ?? 'a') : VALUES[name]
  const options = Object.fromEntries([...optionsOf({ type, options: first })].map((name) => [name, valueOf(name)]))
  return {
    name: `campo_${type}_${fieldType ?? ''}`,
    tag: 'Vínculo 1',
    type,
    title: `Título de ${type}`,
    required: true,
    pageBreak: true,
    options: JSON.parse(JSON.stringify(options)) as FormField['options'],
  } as FormField
}

const PLACES = [
  ['a registration form', 'registration-forms', (schema: object) => ({ name: 'Ficha', ClientId: 2, schema }), 'schema'],
  ['a survey', 'surveys', (config: object) => ({ name: 'Pesquisa', ClientId: 2, config }), 'config'],
] as const

describe.each(PLACES)('%s', (_, path, draft, part) => {
  const send = async (fields: readonly object[]) => {
    const token = await world.token('acme-admin')
    const { status, body, text } = await world.call(token, 'POST', path, draft({ title: 'Tudo', fields }))
    if (status !== 201) return text
    const { id } = body.data as unknown as { id: number }
    const again = await world.call(token, 'GET', `${path}/${id}`)
    return (again.body.data as unknown as Record<string, { fields: FormField[] }>)[part]!.fields
  }

  it('ENT-FIELD-01 ENT-FIELD-02 ENT-FIELD-03 ENT-FIELD-04 ENT-FIELD-05 keeps every option of every type as it was sent', async () => {
    const first = { name: 'primeiro', type: 'text' }
    const fields = [
      ...FORM_FIELD_TYPES.map((type) => full(type)),
      ...['number', 'date', 'maskedText'].map((kind) => full('text', kind)),
    ]
    expect(await send([first, ...fields])).toEqual([first, ...fields])
    expect(await send(RICH_FIELDS)).toEqual(RICH_FIELDS)
  })
})
