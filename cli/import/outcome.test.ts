import type { ImportResult } from '@tocsin/core/import/run'
import { expect, it } from 'vitest'
import { createContext } from '../context'
import type { Io } from '../io'
import { importWords } from '../messages/import'
import { importOptions } from './options'
import { outcome } from './outcome'

const stopped: ImportResult = {
  read: 10,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  rejected: 1,
  unsent: 9,
  errors: [],
  counts: {},
  warnings: [],
  warningCounts: {},
  changes: {},
  skippedRows: [],
  samples: [],
  refused: new Map(),
  unsettled: 0,
  failure: null,
}

it.each([
  ['en-US', 'error: 1 row is invalid, nothing was written (INVALID_ROWS)', 'error: 1 row was refused (INVALID_ROWS)'],
  ['pt-BR', 'erro: 1 linha é inválida, nada foi gravado (INVALID_ROWS)', 'erro: 1 linha foi recusada (INVALID_ROWS)'],
])('T132 says that nothing was written only where nothing was, in %s', async (locale, nothing, something) => {
  let text = ''
  const stderr = { isTerminal: true, width: 80, write: async (piece: unknown) => void (text += String(piece)) }
  const io = { env: {}, stderr, signal: new AbortController().signal } as unknown as Io
  const context = createContext(io, { locale })
  context.addWords('import', importWords)
  const options = importOptions('sites', 'sites.csv', '4', {}, [])
  const told = async (result: ImportResult) => {
    text = ''
    return [await outcome(context, options, result, false), text.trim()]
  }
  expect(await told(stopped)).toEqual([3, nothing])
  expect(await told({ ...stopped, created: 4, unsent: 5 })).toEqual([3, something])
})
