import { describe, expect, it } from 'vitest'
import { LOCALES } from '@tocsin/core/base/constants'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { KEYS } from './map'
import { messages } from './messages'
import { capsOf, runsOf, spokenKeys } from './show'

const vocabulary = createVocabulary()
vocabulary.add(['keys'], messages)
const [PC, MAC] = [{ mac: false }, { mac: true }]

describe('a binding as people read it', () => {
  it.each([
    ['Mod+Shift+Z', ['Ctrl', 'Shift', 'Z'], ['⇧', '⌘', 'Z']],
    ['Mod+Enter', ['Ctrl', '↵'], ['⌘', '↵']],
    ['g c', ['G', 'C'], ['G', 'C']],
    ['Shift+ArrowDown', ['Shift', '↓'], ['⇧', '↓']],
    ['PageDown', ['PgDn'], ['PgDn']],
    ['?', ['?'], ['?']],
    ['F1', ['F1'], ['F1']],
  ])('%s', (binding, pc, mac) => {
    expect([capsOf(binding, PC), capsOf(binding, MAC)]).toEqual([pc, mac])
  })
  it('is short enough for a cap, whichever it is', () => {
    const caps = KEYS.flatMap(({ keys }) => keys).flatMap((key) => [...capsOf(key, PC), ...capsOf(key, MAC)])
    expect(caps.filter((cap) => cap.length > 5)).toEqual([])
  })
})

describe('the bindings of one command', () => {
  it('makes one run of digits that follow each other, and of nothing else', () => {
    expect(runsOf(KEYS.find(({ id }) => id === 'tab')!.keys)).toEqual([['1', '9']])
    expect(runsOf(['1', '2', '4', 'j', 'k'])).toEqual([
      ['1', '2'],
      ['4', '4'],
      ['j', 'j'],
      ['k', 'k'],
    ])
  })
})

describe('a binding as people hear it', () => {
  it('names its keys in their language', () => {
    const [english, portuguese] = LOCALES.map((locale) => vocabulary.translate(locale))
    expect(spokenKeys('Mod+ArrowDown', { ...PC, t: english! })).toBe('Control Down arrow')
    expect(spokenKeys('Mod+ArrowDown', { ...MAC, t: portuguese! })).toBe('Command Seta para baixo')
    expect(spokenKeys('g c', { ...PC, t: english! })).toBe('G C')
    expect(spokenKeys('?', { ...PC, t: portuguese! })).toBe('ponto de interrogação')
  })
  it.each(LOCALES)('leaves no name untranslated in %s', (locale) => {
    const t = vocabulary.translate(locale)
    const heard = KEYS.flatMap(({ keys }) => keys).flatMap((key) => [
      spokenKeys(key, { ...PC, t }),
      spokenKeys(key, { ...MAC, t }),
    ])
    expect(heard.filter((text) => text.includes('keys.'))).toEqual([])
  })
})
