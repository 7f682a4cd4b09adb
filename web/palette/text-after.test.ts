import { expect, it } from 'vitest'
import { textAfter } from './text-after'

const after = (key: string, value: string, from = value.length, to = from, more = {}) =>
  textAfter({
    key,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    nativeEvent: { isComposing: false } as KeyboardEvent,
    currentTarget: { value, selectionStart: from, selectionEnd: to },
    ...more,
  })

it('knows what a letter or Backspace makes of a text, wherever the caret is', () => {
  expect(after('a', 'esc')).toBe('esca')
  expect(after('a', 'esc', 1)).toBe('easc')
  expect(after('a', 'escola', 1, 4)).toBe('eala')
  expect(after('Backspace', 'esc')).toBe('es')
  expect(after('Backspace', 'esc', 0, 3)).toBe('')
})

it('knows nothing of other keys, of those with modifiers and of what is composed', () => {
  expect(after('ArrowLeft', 'esc')).toBe(null)
  expect(after('Backspace', 'esc', 0)).toBe(null)
  expect(after('a', 'esc', 3, 3, { ctrlKey: true })).toBe(null)
  expect(after('a', 'esc', 3, 3, { nativeEvent: { isComposing: true } })).toBe(null)
})
