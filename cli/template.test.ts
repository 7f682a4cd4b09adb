import { describe, expect, it } from 'vitest'
import { templateFields, templateLine } from './template'

const line = (template: string, row = { id: 7, name: 'Norte', location: { city: 'Belém' } }) =>
  templateLine(template, (value) => `<${String(value)}>`)(row)

describe('C53 a template', () => {
  it('has the values of its fields, also within groups, and the text between them', () => {
    expect(line('{id}: {name}, { location.city }')).toBe('<7>: <Norte>, <Belém>')
    expect(line('no field')).toBe('no field')
    expect(line('{nothing}{location.zip}')).toBe('<undefined><undefined>')
  })

  it('has tabs, line feeds and backslashes by a backslash, and leaves other backslashes alone', () => {
    expect(line(String.raw`{id}\t\n\\t\x\ `)).toBe(String.raw`<7>${'\t'}${'\n'}\t\x\ `)
    expect(line('a\nb\\')).toBe('a\nb\\')
  })

  it('has braces that are written twice', () => {
    expect(line('{{id}}')).toBe('{id}')
    expect(line('{{{id}}}')).toBe('{<7>}')
    expect(line('{{}}')).toBe('{}')
  })

  it('tells its fields in their order, each as often as it stands there', () => {
    expect(templateFields('{name}{id} {{tag}} {name}')).toEqual(['name', 'id', 'name'])
    expect(templateFields('{}')).toEqual([''])
    expect(templateFields('')).toEqual([])
  })

  it('is refused with a brace that has no other half', () => {
    for (const [template, brace] of [
      ['{id', '{'],
      ['id}', '}'],
      ['{a{b}}', '{'],
      ['{id}}', '}'],
      ['{{id}', '}'],
    ] as const)
      expect(() => templateFields(template), template).toThrow(
        expect.objectContaining({
          parts: expect.objectContaining({ key: 'cli.usage.template', values: { brace, twice: brace + brace } }),
        }),
      )
  })
})
