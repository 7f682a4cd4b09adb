import { describe, expect, it } from 'vitest'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { messages } from './messages'
import { countIn, emptyStateOf, type Known } from './empty-state'

const quiet = { searching: false, failure: null, answered: false }
const read = { ready: true, behind: false, failure: null }
const unread = { ready: false, behind: false, failure: null }
const emptyState = (known: Partial<Known>) =>
  emptyStateOf({ query: 'abc', ofRecords: true, names: read, asksServer: true, server: quiet, ...known })
const failure = new Error('away')

describe('an empty list', () => {
  it('is not called empty while the names are being read, whatever the server has found so far', () => {
    expect(emptyState({ names: unread })).toEqual({ kind: 'reading' })
    expect(emptyState({ names: unread, server: { ...quiet, searching: true } })).toEqual({ kind: 'reading' })
    expect(emptyState({ names: unread, server: { ...quiet, answered: true } })).toEqual({ kind: 'reading' })
    expect(emptyState({ names: unread, query: '' })).toEqual({ kind: 'idle' })
    expect(emptyState({ names: unread, ofRecords: false })).toEqual({ kind: 'none' })
  })
  it('is not called empty while the names that are here are known to be behind', () => {
    const behind = { ...read, behind: true }
    expect(emptyState({ names: behind })).toEqual({ kind: 'reading' })
    expect(emptyState({ names: behind, ofRecords: false })).toEqual({ kind: 'none' })
  })
  it('is a failure where the server failed, or where neither the names nor the server could be asked', () => {
    const failed = { kind: 'failed', failure }
    const away = { ready: false, behind: false, failure }
    expect(emptyState({ server: { ...quiet, failure } })).toEqual(failed)
    expect(emptyState({ names: unread, server: { ...quiet, failure } })).toEqual(failed)
    expect(emptyState({ names: away, asksServer: false })).toEqual(failed)
    expect(emptyState({ names: away })).toEqual({ kind: 'searching' })
    expect(emptyState({ names: away, server: { ...quiet, searching: true } })).toEqual({ kind: 'searching' })
    expect(emptyState({ names: away, server: { ...quiet, answered: true } })).toEqual({ kind: 'none' })
  })
  it('is empty where all of it was looked through', () => {
    expect(emptyState({})).toEqual({ kind: 'none' })
    // A failed new reading leaves the names read before, which are still searched.
    expect(emptyState({ names: { ...read, failure } })).toEqual({ kind: 'none' })
  })
})

it('LANG-01 counts none, one and more in both languages', () => {
  const vocabulary = createVocabulary()
  vocabulary.add(['palette'], messages)
  const counts = (locale: 'en-US' | 'pt-BR') => [0, 1, 2].map((count) => countIn(vocabulary.translate(locale), count))
  expect(counts('en-US')).toEqual(['No results', '1 result', '2 results'])
  expect(counts('pt-BR')).toEqual(['Nenhum resultado', '1 resultado', '2 resultados'])
})
