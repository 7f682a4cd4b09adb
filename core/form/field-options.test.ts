import { describe, expect, it } from 'vitest'
import { fittingOptions, optionsOf, withAttachments } from './field-options'
import { FORM_FIELD_TYPES, formField } from './schema'
import { check } from '../vocabulary/validate'

const has = (type: string, options: object = {}) => optionsOf({ type: type as 'text', options: { ...options } })

describe('the options of a field', () => {
  it('ENT-FIELD-02 ENT-FIELD-03 ENT-FIELD-04 ENT-FIELD-05 are all those that the schema declares, each for some type', () => {
    const all = new Set(
      FORM_FIELD_TYPES.flatMap((type) =>
        ['', 'number', 'date', 'maskedText'].flatMap((fieldType) => [
          ...has(type, { fieldType, allowAttachments: true }),
        ]),
      ),
    )
    expect([...all].sort()).toEqual(Object.keys(formField['options']!.fields!).sort())
  })
  it('are those of the type alone', () => {
    expect(has('text')).toContain('limit')
    expect(has('text')).not.toContain('choices')
    expect(has('text', { fieldType: 'number' })).toContain('step')
    expect(has('text', { fieldType: 'number' })).not.toContain('limit')
    expect(has('text', { fieldType: 'maskedText' })).toContain('mask')
    expect(has('text')).not.toContain('attachmentTypes')
    expect(has('text', { allowAttachments: true })).toContain('attachmentTypes')
    expect(has('nothing that is known')).toEqual(new Set(['requiredErrorText', 'visibleIfQuery']))
  })
  it('fit another type, which has what it requires from the start', () => {
    const options = { placeholder: 'x', limit: 3, choices: [{ text: 'a', value: 'a' }], allowComments: true }
    expect(fittingOptions({ type: 'dropdown', options })).toEqual({
      placeholder: 'x',
      choices: [{ text: 'a', value: 'a' }],
      allowComments: true,
    })
    expect(fittingOptions({ type: 'text' })).toEqual({})
    for (const field of [
      { name: 'a', type: 'attachment', options: fittingOptions({ type: 'attachment' }) },
      { name: 'a', type: 'text', options: withAttachments({ allowAttachments: true }) },
    ])
      expect(check(formField, field)).toEqual([])
  })
})
