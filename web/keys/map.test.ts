import { describe, expect, it } from 'vitest'
import { LOCALES } from '@tocsin/core/base/constants'
import { allResources } from '@tocsin/core/resources/index'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { GO_LETTERS, KEYS, PREFIXES, SCOPES, type Scope } from './map'
import { isSingle, parseKey } from './match'
import { messages } from './messages'

const vocabulary = createVocabulary()
vocabulary.add(['keys'], messages)
for (const { name, messages } of await allResources()) vocabulary.add(['resources', name], messages)

const everyKey = KEYS.flatMap(({ id, keys }) => keys.map((key) => ({ id, strokes: key.split(' ').map(parseKey) })))

/** Layers that are active at the same time. */
const TOGETHER: Scope[][] = [['list', 'row'], ['record'], ['form'], ['header'], ['overlay']]

describe('the map of keys', () => {
  it('uses a key either as an action or as a prefix', () => {
    const actions = everyKey.filter(({ strokes }) => strokes.length === 1).map(({ strokes }) => strokes[0])
    const begun = everyKey.filter(({ strokes }) => strokes.length > 1).map(({ strokes }) => strokes[0])
    expect(actions.filter((stroke) => PREFIXES.some((prefix) => prefix === stroke))).toEqual([])
    expect(new Set(begun)).toEqual(new Set(PREFIXES))
    expect(Math.max(...everyKey.map(({ strokes }) => strokes.length))).toBe(2)
  })
  it.each(TOGETHER)('gives every key one meaning within reach: %s %s', (...scopes) => {
    // Where people give a list its order, the space bar lifts a row instead of selecting it, and where an app is made of a
    // template nothing can be restored: help shows one of the two.
    const heard = KEYS.filter(
      (one) =>
        one.id !== 'lift' &&
        one.id !== 'use' &&
        one.scopes.some((scope) => scope === 'anywhere' || scopes.includes(scope)),
    )
    const strokes = heard.flatMap(({ keys }) => keys.map((key) => key.split(' ').map(parseKey).join(' ')))
    expect(strokes.filter((stroke, at) => strokes.indexOf(stroke) !== at)).toEqual([])
    expect(SCOPES).toEqual(expect.arrayContaining(scopes.filter(Boolean)))
  })
  it('takes nothing that browsers, systems or screen readers need', () => {
    const reserved =
      'Mod+N Mod+T Mod+W Mod+Shift+N Mod+Shift+W Mod+Shift+T Mod+Shift+P Mod+L Mod+Q Mod+P Mod+R Mod+F F5 F6 F11 F12'
        .split(' ')
        .map(parseKey)
    const strokes = everyKey.flatMap(({ strokes }) => strokes)
    expect(strokes.filter((stroke) => reserved.includes(stroke))).toEqual([])
    expect(strokes.filter((stroke) => /Alt\+|Ctrl\+|Meta\+|Tab$|\+\d$/.test(stroke))).toEqual([])
  })
  it('has a letter of its own for every place', () => {
    const letters = Object.values(GO_LETTERS)
    expect(new Set(letters).size).toBe(letters.length)
  })
  it('repeats movement only', () => {
    const movement =
      /^(down|up|page(Down|Up)|first|last|top|bottom|(in|out)\w*Cells|extend\w+|(next|previous)(Record|Column))$/
    expect(KEYS.filter(({ id, repeats }) => Boolean(repeats) !== movement.test(id)).map(({ id }) => id)).toEqual([])
  })
  it('works while typing by what types nothing: palette, help, save, Escape', () => {
    const typing = KEYS.filter((one) => one.typing)
    expect(typing.map(({ id }) => id)).toEqual(['palette', 'help', 'save', 'escape'])
    expect(typing.filter(({ keys }) => keys.map(parseKey).every(isSingle))).toEqual([])
  })
})

describe('the words of the keys', () => {
  it.each(LOCALES)('exist for every binding, prefix and scope in %s', (locale) => {
    const asked = [
      ...KEYS.map(({ label }) => label),
      ...PREFIXES.map((prefix) => `keys.prefixes.${prefix}`),
      ...SCOPES.map((scope) => `keys.scopes.${scope}`),
    ]
    expect(asked.filter((key) => !vocabulary.has(locale, key))).toEqual([])
  })
  it('LANG-01 say the same things in both languages, in different words', () => {
    const [english, portuguese] = LOCALES.map((locale) => vocabulary.translate(locale))
    const same = KEYS.map(({ label }) => label).filter((key) => english!(key) === portuguese!(key))
    expect([...new Set(same)]).toEqual(['resources.sites.names', 'resources.apps.names'])
  })
})
