import { describe, expect, it } from 'vitest'
import { isSingle, matches, parseKey, strokesOf, type KeyInput } from './match'

const PC = { mac: false }
const MAC = { mac: true }

/** A key event as a browser makes it. */
const event = (key: string, more: Partial<KeyInput> & { altGraph?: boolean } = {}): KeyInput => {
  const { altGraph = false, ...rest } = more
  return {
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    repeat: false,
    isComposing: false,
    keyCode: 0,
    getModifierState: (name) => altGraph && name === 'AltGraph',
    ...rest,
  }
}

const matched = (input: KeyInput, bindings: string[], platform = PC) =>
  bindings.filter((binding) => matches(input, binding, platform))

describe('the spelling of a binding', () => {
  it('is one, however it is written', () => {
    expect(parseKey('Mod+Shift+Z')).toBe(parseKey('Shift+Mod+z'))
    expect(parseKey('Shift+?')).toBe('?')
    expect(parseKey(' ')).toBe('Space')
    expect(parseKey('Shift+ArrowDown')).toBe('Shift+ArrowDown')
  })
  it('tells single keys from the rest', () => {
    expect(['j', '?', '1', 'Shift+j'].filter((stroke) => !isSingle(stroke))).toEqual([])
    expect(['Mod+k', 'Enter', 'Space', 'F1', 'Mod+Shift+z', 'Shift+ArrowUp'].filter(isSingle)).toEqual([])
  })
})

describe('what is typed by AltGr', () => {
  const abnt2 = [
    ['/', 'KeyQ'],
    ['?', 'KeyW'],
  ] as const
  it.each(abnt2)('is the character: %s on %s of a Brazilian notebook', (key, code) => {
    const other = key === '/' ? '?' : '/'
    const keys = [key, other, 'q', 'w', 'Mod+Q', 'Mod+W', 'Mod+/']
    const windows = event(key, { code, ctrlKey: true, altKey: true, altGraph: true })
    const withoutState = event(key, { code, ctrlKey: true, altKey: true })
    const linux = event(key, { code, altGraph: true })
    const silent = { ...withoutState, getModifierState: undefined } as unknown as KeyInput
    for (const input of [windows, withoutState, linux, silent]) expect(matched(input, keys)).toEqual([key])
  })
  it('is a character too where Option types it', () => {
    const hash = event('#', { code: 'Digit3', altKey: true })
    expect(matched(hash, ['#', '3'], MAC)).toEqual(['#'])
    expect(matched(hash, ['#', '3'])).toEqual([])
  })
  it('is no digit, wherever it lies', () => {
    expect(matched(event('#', { code: 'Digit3', ctrlKey: true, altKey: true, altGraph: true }), ['#', '3'])).toEqual([
      '#',
    ])
  })
  it('leaves Ctrl+Alt with a letter alone', () => {
    expect(matched(event('k', { code: 'KeyK', ctrlKey: true, altKey: true }), ['k', 'Mod+K'])).toEqual([])
  })
})

describe('other layouts', () => {
  const cyrillic = { code: 'KeyK', ctrlKey: true }
  it('find a letter with Mod by its place where the layout has no Latin', () => {
    expect(matched(event('л', cyrillic), ['Mod+K', 'k', 'Mod+L'])).toEqual(['Mod+K'])
    expect(matched(event('л', { code: 'KeyK' }), ['Mod+K', 'k'])).toEqual([])
    expect(matched(event('ो', { code: 'KeyA', ctrlKey: true }), ['Mod+A'])).toEqual(['Mod+A'])
  })
  it('go by the letter where they have Latin', () => {
    expect(matched(event('t', cyrillic), ['Mod+K', 'Mod+T'])).toEqual(['Mod+T'])
    expect(matched(event('ı', { code: 'KeyK', ctrlKey: true }), ['Mod+K'])).toEqual([])
  })
  it('find a digit by its place, but not what Shift makes of it, nor with a modifier', () => {
    const tabs = ['1', '3', '#', 'Mod+1']
    expect(matched(event('&', { code: 'Digit1' }), tabs)).toEqual(['1'])
    expect(matched(event('1', { code: 'Digit1', shiftKey: true }), tabs)).toEqual(['1'])
    expect(matched(event('#', { code: 'Digit3', shiftKey: true }), tabs)).toEqual(['#'])
    expect(matched(event('&', { code: 'Digit1', ctrlKey: true }), tabs)).toEqual([])
    expect(matched(event('1', { code: 'Digit1', altKey: true }), tabs)).toEqual([])
  })
  it('put the character before the place: a Lithuanian 3 is a slash', () => {
    expect(strokesOf(event('/', { code: 'Digit3' }), PC)).toEqual(['/', '3'])
  })
})

describe('modifiers', () => {
  it('are exact for letters, in Caps Lock too', () => {
    const keys = ['j', 'Shift+J', 'Mod+J']
    expect(matched(event('J'), keys)).toEqual(['j'])
    expect(matched(event('j', { shiftKey: true }), keys)).toEqual(['Shift+J'])
    expect(matched(event('j', { altKey: true }), keys)).toEqual([])
  })
  it('are not asked for where the character tells: ? and # need no Shift in the binding', () => {
    expect(matched(event('?', { shiftKey: true }), ['?', '/'])).toEqual(['?'])
    expect(matched(event('#'), ['#'])).toEqual(['#'])
  })
  it('are Command on a Mac, Ctrl elsewhere', () => {
    const command = event('k', { metaKey: true })
    const control = event('k', { ctrlKey: true })
    expect([matched(command, ['Mod+K', 'k'], MAC), matched(control, ['Mod+K', 'k'], MAC)]).toEqual([['Mod+K'], []])
    expect([matched(command, ['Mod+K', 'k']), matched(control, ['Mod+K', 'k'])]).toEqual([[], ['Mod+K']])
  })
})

describe('what presses nothing', () => {
  it.each([
    ['a composition', event('k', { isComposing: true })],
    ['a composition told by 229', event('k', { keyCode: 229 })],
    ['an input method', event('Process')],
    ['a dead key', event('Dead', { code: 'BracketLeft' })],
    ['Shift', event('Shift', { shiftKey: true })],
    ['AltGr', event('AltGraph', { ctrlKey: true, altKey: true })],
    ['the filling in by the browser', { ...event(''), key: undefined } as unknown as KeyInput],
  ])('is %s', (_, input) => {
    expect(strokesOf(input, PC)).toEqual([])
  })
})
