import { expect, it } from 'vitest'
import { createLineSplitter, isLaterCursor, TOO_LONG } from './alert-lines'

it('splits chunks into lines wherever they are cut', () => {
  const text = '{"a":1}\n{"b":"é"}\n\n{"c":3}\n'
  for (let size = 1; size <= text.length; size++) {
    const split = createLineSplitter()
    const lines = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      split(text.slice(index * size, (index + 1) * size)),
    ).flat()
    expect(lines).toEqual(['{"a":1}', '{"b":"é"}', '{"c":3}'])
  }
})

it('T83 keeps nothing of a line that is too long, and goes on behind it', () => {
  const split = createLineSplitter(10)
  expect([split('12345'), split('67890'), split('1'), split('more\nnext\n0123456789\n01234567890\n')]).toEqual([
    [],
    [],
    [],
    [TOO_LONG, 'next', '0123456789', TOO_LONG],
  ])
})

it('compares cursors by their numbers', () => {
  expect(isLaterCursor('10.1', '9.9')).toBe(true)
  expect(isLaterCursor('9.10', '9.9')).toBe(true)
  expect(isLaterCursor('9.9', '9.9')).toBe(false)
  expect(isLaterCursor('9.9', '10.0')).toBe(false)
  expect(isLaterCursor('18446744073709551615.2', '18446744073709551615.1')).toBe(true)
})
