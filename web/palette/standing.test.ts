import { describe, expect, it } from 'vitest'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { messages } from './messages'
import { countIn, standingOf, type Known } from './standing'

const quiet = { searching: false, failure: null, answered: false }
const read = { ready: true, behind: false, failure: null }
const unread = { ready: false, behind: false, failure: null }
const standing = (known: Partial<Known>) =>
  standingOf({ query: 'abc', ofRecords: true, names: read, asksServer: true, server: quiet, ...known })
const failure = new Error('away')

describe('an empty list', () => {
  it('is not called empty while the names are being read, whatever the server has found so far', () => {
    expect(standing({ names: unread })).toEqual({ kind: 'reading' })
    expect(standing({ names: unread, server: { ...quiet, searching: true } })).toEqual({ kind: 'reading' })
    expect(standing({ names: unread, server: { ...quiet, answered: true } })).toEqual({ kind: 'reading' })
    expect(standing({ names: unread, query: '' })).toEqual({ kind: 'idle' })
    expect(standing({ names: unread, ofRecords: false })).toEqual({ kind: 'none' })
  })
  it('is not called empty while the names that are here are known to be behind', () => {
    const behind = { ...read, behind: true }
    expect(standing({ names: behind })).toEqual({ kind: 'reading' })
    expect(standing({ names: behind, ofRecords: false })).toEqual({ kind: 'none' })
  })
  it('is a failure where the server failed, or where neither the names nor the server could be asked', () => {
    const failed = { kind: 'failed', failure }
    const away = { ready: false, behind: false, failure }
    expect(standing({ server: { ...quiet, failure } })).toEqual(failed)
    expect(standing({ names: unread, server: { ...quiet, failure } })).toEqual(failed)
    expect(standing({ names: away, asksServer: false })).toEqual(failed)
    expect(standing({ names: away })).toEqual({ kind: 'searching' })
    expect(standing({ names: away, server: { ...quiet, searching: true } })).toEqual({ kind: 'searching' })
    expect(standing({ names: away, server: { ...quiet, answered: true } })).toEqual({ kind: 'none' })
  })
  it('is empty where all of it was looked through', () => {
    expect(standing({})).toEqual({ kind: 'none' })
    // A failed new reading leaves the names read before, which are still searched.
    expect(standing({ names: { ...read, failure } })).toEqual({ kind: 'none' })
  })
})

it('LANG-01 counts none, one and more in both languages', () => {
  const vocabulary = createVocabulary()
  vocabulary.add(['palette'], messages)
  const counts = (locale: 'en-US' | 'pt-BR') => [0, 1, 2].map((count) => countIn(vocabulary.translate(locale), count))
  expect(counts('en-US')).toEqual(['No results', '1 result', '2 results'])
  expect(counts('pt-BR')).toEqual(['Nenhum resultado', '1 resultado', '2 resultados'])
})
