import { describe, expect, it } from 'vitest'
import type { FormField } from '@tocsin/core/form/types'
import {
  added,
  differences,
  identify,
  idOf,
  moved,
  movedTo,
  pageNumbers,
  pageToggled,
  removed,
  type Fields,
} from './fields'

/** Makes fields; one with a bar before its name begins a page. */
const form = (...names: string[]): FormField[] =>
  names.map((name) => ({
    name: name.replace('|', ''),
    type: 'text',
    ...(name.startsWith('|') ? { pageBreak: true } : {}),
  }))
const shown = (fields: Fields) => fields.map(({ name, pageBreak }) => (pageBreak ? `|${name}` : name)).join(' ')

describe('the order of fields', () => {
  it('moves a field past its neighbour and over the border of a page, whose first field begins it', () => {
    const fields = form('a', 'b', '|c', 'd')
    expect(shown(moved(fields, 0, 'down'))).toBe('b a |c d')
    expect(shown(moved(fields, 1, 'down'))).toBe('a |b c d')
    expect(shown(moved(fields, 2, 'up'))).toBe('a b c |d')
    expect(shown(moved(fields, 3, 'up'))).toBe('a b |d c')
    expect(shown(moved(fields, 3, 'first'))).toBe('d a b |c')
    expect(shown(moved(fields, 0, 'last'))).toBe('b |c d a')
    expect(moved(fields, 0, 'up')).toBe(fields)
    expect(moved(fields, 3, 'down')).toBe(fields)
  })
  it('drops a page without fields', () => {
    const fields = form('a', '|b', '|c')
    expect(shown(moved(fields, 1, 'up'))).toBe('a b |c')
    expect(shown(moved(fields, 1, 'down'))).toBe('a |b c')
    expect(pageNumbers(moved(fields, 1, 'down'))).toEqual([0, 1, 1])
  })
  it('moves a field to the place of another', () => {
    const fields = form('a', 'b', '|c', 'd', 'e')
    expect(shown(movedTo(fields, 0, 3))).toBe('b |c d a e')
    expect(shown(movedTo(fields, 4, 0))).toBe('e a b |c d')
    expect(shown(movedTo(fields, 2, 2))).toBe('a b |c d e')
  })
  it('keeps a page whose first field is removed, and adds a field on the page of another', () => {
    const fields = form('a', '|b', 'c')
    expect(shown(removed(fields, 1))).toBe('a |c')
    expect(shown(removed(fields, 0))).toBe('|b c')
    expect(shown(added(fields, 0, form('x')[0]!))).toBe('a x |b c')
    expect(shown(pageToggled(fields, 2))).toBe('a |b |c')
    expect(shown(pageToggled(fields, 1))).toBe('a b c')
    expect(pageToggled(fields, 0)).toBe(fields)
  })
})

describe('who is who among fields', () => {
  it('knows a field that is renamed or read anew, and new ones as new', () => {
    const before = form('a', 'b', 'c')
    const ids = before.map(idOf)
    const renamed = before.with(1, { ...before[1]!, name: 'x' })
    identify(renamed, before)
    expect(renamed.map(idOf)).toEqual(ids)
    const anew = form('c', 'a', 'new')
    identify(anew, before)
    expect(anew.map(idOf)).toEqual([ids[2], ids[0], expect.not.toBeOneOf(ids)])
  })
  it('counts the fields that differ from the saved ones, and of a new order the fewest', () => {
    const before = form('a', 'b', 'c', 'd')
    const isSame = (one: FormField, other: FormField) => one.title === other.title
    const ids = before.map(idOf)
    const count = (after: Fields) => differences(before, after, isSame)
    expect(count(before)).toEqual({ changed: [], added: [], removed: [] })
    expect(count(moved(before, 0, 'last'))).toEqual({ changed: [ids[0]], added: [], removed: [] })
    const other = added(removed(before, 1), 0, form('new')[0]!)
    expect(count(other)).toEqual({ changed: [], added: [idOf(other[1]!)], removed: [ids[1]] })
    const titled = before.with(2, { ...before[2]!, title: 'C' })
    identify(titled, before)
    expect(count(titled).changed).toEqual([ids[2]])
  })
})
