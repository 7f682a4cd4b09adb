import { apps } from '@tocsin/core/resources/apps/index'
import { channels } from '@tocsin/core/resources/channels/index'
import { check } from '@tocsin/core/vocabulary/validate'
import { afterEach, expect, it, vi } from 'vitest'
import {
  NO_ADDRESS_YET,
  readNewFiles,
  withGivenAddresses,
  withoutFiles,
  withoutNewFiles,
  withOwnAddresses,
  type NewFiles,
} from './new-files'

const file = new File(['%PDF-'], 'manual.pdf', { type: 'application/pdf' })
const files: NewFiles = { 'config.url': { file, url: 'blob:here' } }
const draft = { name: 'Manual', channelType: 'pdf', config: { url: NO_ADDRESS_YET } }
afterEach(() => vi.restoreAllMocks())

it('CHAN-16 stands for the address that is required, until the server gives one', () => {
  const problems = check(channels.fields, draft, { partial: true })
  expect(problems.filter(({ field }) => field === 'config.url')).toEqual([])
  expect(withGivenAddresses(draft, files, { config: { url: '/given' } }).config).toEqual({ url: '/given' })
  expect(withOwnAddresses(draft, files).config).toEqual({ url: 'blob:here' })
})

it('A-093 reads what the record takes, under the name that it has for it', async () => {
  const read = await readNewFiles(channels.fields, draft, files)
  expect(Object.entries(read ?? {}).map(([name, { name: called, bytes }]) => [name, called, bytes.length])).toEqual([
    ['pdfFile', 'manual.pdf', 5],
  ])
  expect(await readNewFiles(channels.fields, { ...draft, channelType: 'url' }, files)).toBeUndefined()
  expect(await readNewFiles(apps.fields, {}, {})).toBeUndefined()
})

it('keeps no file on this machine, and lets a file go whose field has another value', () => {
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  expect(withoutNewFiles({ name: 'Manual', 'config.url': NO_ADDRESS_YET })).toEqual({ name: 'Manual' })
  expect(withoutFiles(files, ['name'])).toBe(files)
  expect(revoked).not.toHaveBeenCalled()
  expect(withoutFiles(files, ['config.url'])).toEqual({})
  expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:here')
})
