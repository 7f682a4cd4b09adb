import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { importMessages } from '@tocsin/core/import/messages'
import { expect, it } from 'vitest'
import { importFailure } from './failure-text'
import { messages } from './messages'

const vocabulary = createVocabulary()
vocabulary.add(['import'], importMessages)
vocabulary.add(['sheets'], messages)
const t = vocabulary.translate('en-US')
const api = (code: string, status = 400) => ({ kind: 'api', parts: { status, code } }) as const

it('IMPORT-07 lists what a refused file lacks', () => {
  expect(importFailure(api('missing_data: siteName, siteAddress'), t, 'sites')).toBe(
    'Required data is missing in the file: siteName, siteAddress',
  )
})

it('IMPORT-08 tells any other word of the server as everywhere', () => {
  expect(importFailure(api('NETWORK_ERROR', 0), t, 'sites')).toBe('The server cannot be reached.')
  expect(importFailure(api('too_many_rows'), t, 'sites')).toContain('Split it')
  expect(importFailure(api('Something of its own'), t, 'sites')).toBe('Something of its own')
})

it('IMPORT-09 what is no word of the server is a failed upload', () => {
  expect(importFailure({ kind: 'other', text: 'TypeError: x' }, t, 'sites')).toBe('The file could not be imported.')
})

it('S17 IMPORT-09 an answer without words of its own is a failed upload, told with its status and not in its English', () => {
  const parts = { status: 413, code: 'Payload Too Large', wordless: true }
  const told = (more: object) => importFailure({ kind: 'api', parts: { ...parts, ...more } }, t, 'sites')
  expect(told({})).toBe('The file could not be imported. The answer was HTTP 413.')
  expect(told({ requestId: 'req-7' })).toBe('The file could not be imported. The answer was HTTP 413, request req-7.')
})

it('tells a file that is no sheet by what it is', () => {
  const refusal = { kind: 'refusal', code: 'header_unknown_or_missing', values: { fields: ['siteName'] } } as const
  expect(importFailure(refusal, t, 'sites')).toContain('siteName')
})

it('RDATA-05 tells of registration data the message of the failure, or that the upload failed', () => {
  expect(importFailure(api('NETWORK_ERROR', 0), t, 'registration-data')).toBe('The server cannot be reached.')
  expect(importFailure({ kind: 'other', text: 'TypeError: x' }, t, 'registration-data')).toBe(
    'The file could not be imported.',
  )
})
