import { expect, it } from 'vitest'
import { apps } from '../resources/apps/index'
import { channels } from '../resources/channels/index'
import { fileFields, FILES_PATH, namesOfTypes, partNames } from './files'
import type { Field } from './resource'
import { check } from './validate'

const NAME = 'A'.repeat(32)
const problem = (field: Field, value: string) => check({ at: field }, { at: value })[0]?.key

it('A-093 lets an address of a stored file into a field that takes one, and into no other', () => {
  const taking: Field = { type: 'url', upload: { as: 'photo', types: ['image/png'] } }
  for (const value of [FILES_PATH + NAME, 'https://example.org/a.png']) expect(problem(taking, value)).toBeUndefined()
  expect(problem({ type: 'url' }, FILES_PATH + NAME)).toBe('formErrors.link')
  const wrong = [
    `${FILES_PATH}short`,
    `${FILES_PATH}${NAME}x`,
    `${FILES_PATH}../${NAME}`,
    `/${FILES_PATH}${NAME}`,
    `/api/sites/${NAME}`,
    `javascript:${FILES_PATH}${NAME}`,
  ]
  for (const value of wrong) expect([value, problem(taking, value)]).toEqual([value, 'formErrors.link'])
})

it('CHAN-16 finds the fields that take a file, by the kind of a record that says it', () => {
  const found = (record?: Record<string, unknown>) => fileFields(channels.fields, record).map(({ path }) => path)
  expect(found()).toEqual(['config.url'])
  expect(found({ channelType: 'pdf' })).toEqual(['config.url'])
  for (const channelType of ['url', 'bubble', 'alert', 'no kind']) expect(found({ channelType })).toEqual([])
  expect(fileFields(apps.fields).map(({ path }) => path)).toEqual(['config.banner.url'])
})

it('A-014 knows the part of a file by its name, and by its flattened one', () => {
  const [field] = fileFields(channels.fields)
  expect(partNames(field!)).toEqual(['pdfFile', 'config.pdfFile'])
  expect(partNames({ path: 'photo', upload: { as: 'image', types: [] } })).toEqual(['image'])
  expect(namesOfTypes(['image/png', 'application/pdf'])).toBe('PNG, PDF')
})
