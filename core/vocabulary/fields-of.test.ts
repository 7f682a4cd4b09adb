import { describe, expect, it } from 'vitest'
import { flagsOf } from '../command-line/commands'
import { fieldIn } from './field-words'
import { fieldsOf } from './fields-of'
import type { Fields } from './resource'
import { required } from './rules'
import { canonical, check, withDefaults, wrongKinds } from './validate'

const fields: Fields = {
  kind: { type: 'choice', choices: ['phone', 'link', 'plain'], default: 'phone', rules: [required()] },
  config: {
    type: 'group',
    default: {},
    fields: { icon: { type: 'text' } },
    variants: {
      by: 'kind',
      of: {
        phone: { number: { type: 'text', rules: [required()] }, isEmergency: { type: 'boolean', default: false } },
        link: { url: { type: 'url', rules: [required()] } },
        plain: {},
      },
    },
  },
}
const config = fields['config']!

describe('fields that differ by kind', () => {
  it('are those of every kind and of the record’s own', () => {
    expect(Object.keys(fieldsOf(config, { kind: 'phone' }))).toEqual(['number', 'isEmergency', 'icon'])
    expect(Object.keys(fieldsOf(config, { kind: 'plain' }))).toEqual(['icon'])
    for (const kind of ['nobody declared this', 'toString', 7, [], { toString: null }])
      expect(Object.keys(fieldsOf(config, { kind }))).toEqual(['icon'])
    // The same object each time: what is prepared for it is found again.
    expect(fieldsOf(config, { kind: 'phone' })).toBe(fieldsOf(config, { kind: 'phone', other: 1 }))
  })

  it('are those of all kinds where the kind is not known', () => {
    expect(Object.keys(fieldsOf(config))).toEqual(['number', 'isEmergency', 'url', 'icon'])
    expect(fieldsOf(config, {})).toBe(fieldsOf(config))
    expect(fieldIn(fields, 'config.url')?.type).toBe('url')
    expect(flagsOf(fields).map(({ name }) => name)).toEqual([
      'kind',
      'config.number',
      'config.is-emergency',
      'config.url',
      'config.icon',
    ])
  })

  it('are required by the kind, also where the group is missing', () => {
    expect(check(fields, { kind: 'link', config: {} })).toEqual([{ field: 'config.url', key: 'formErrors.required' }])
    expect(check(fields, { kind: 'link', config: { url: 'https://a.example' } })).toEqual([])
    expect(check(fields, { kind: 'plain', config: {} })).toEqual([])
    const strict = { ...fields, config: { ...config, rules: [required()] } }
    expect(check(strict, { kind: 'link' })).toEqual([{ field: 'config.url', key: 'formErrors.required' }])
  })

  it('A-134 are refused by name where they belong to another kind, and apart from those of none', () => {
    expect(check(fields, { kind: 'phone', config: { number: '190', url: 'https://a.example', bogus: 1 } })).toEqual([
      { field: 'config.url', key: 'formErrors.notApplicable' },
      { field: 'config.bogus', key: 'formErrors.unknownField' },
    ])
  })

  it('are stored for the record’s kind alone, with its defaults', () => {
    expect(withDefaults(fields, {})).toEqual({ kind: 'phone', config: { isEmergency: false } })
    expect(canonical(fields, { kind: 'phone', config: { number: ' 190 ', url: 'https://a.example' } })).toEqual({
      kind: 'phone',
      config: { number: '190', isEmergency: null, icon: null },
    })
  })

  it('have their size looked at before anything else is known', () => {
    expect(wrongKinds(fields, { config: { url: 'no address' } })).toEqual([
      { field: 'config.url', key: 'formErrors.link' },
    ])
  })
})
