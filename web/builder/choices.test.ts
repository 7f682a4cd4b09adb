import { describe, expect, it } from 'vitest'
import {
  countOf,
  levelAt,
  openedAt,
  placesOf,
  planOf,
  withLevel,
  withMoved,
  withPasted,
  withValueFilled,
  type Choices,
} from './choices'

const one = (text: string, value: string) => ({ text, value })
const levels: Choices = [
  { ...one('Pará', 'pa'), choices: [{ ...one('Belém', 'belem'), choices: [one('Escola', 'escola')] }] },
  one('Bahia', 'ba'),
]

describe('choices', () => {
  it('fill a value from the text once, and never again', () => {
    expect(withValueFilled([one('Manhã', '')], 0)).toEqual([one('Manhã', 'manha')])
    expect(withValueFilled([one('Sim', 'sim'), one('Sim', '')], 1)).toEqual([one('Sim', 'sim'), one('Sim', 'sim_2')])
    const given = [one('Manhã', 'm')]
    expect(withValueFilled(given, 0)).toBe(given)
    expect(withValueFilled([one(' ', '')], 0)).toEqual([one(' ', '')])
  })
  it('take pasted rows: the first in place of the row with the focus, the others behind it', () => {
    const before = [one('A', 'a'), one('B', 'b')]
    const rows = [one('Manhã', ''), one('Tarde', 't'), one('B', '')]
    expect(withPasted(before, 0, rows)).toEqual([one('Manhã', 'a'), one('Tarde', 't'), one('B', 'b_2'), one('B', 'b')])
    expect(withPasted(before, 2, [one('C', '')])).toEqual([...before, one('C', 'c')])
  })
  it('move to another place, and stay where there is none', () => {
    const before = [one('A', 'a'), one('B', 'b'), one('C', 'c')]
    const texts = (from: number, to: number) =>
      withMoved(before, from, to)
        .map(({ text }) => text)
        .join('')
    expect([texts(0, 2), texts(2, 0), texts(1, 2)]).toEqual(['BCA', 'CAB', 'ACB'])
    expect([withMoved(before, 0, -1), withMoved(before, 2, 3), withMoved(before, 3, 0)]).toEqual([
      before,
      before,
      before,
    ])
  })
  it('FIELD-01 lie in up to three levels, each of which can be replaced', () => {
    expect(levelAt(levels, [])).toBe(levels)
    expect(levelAt(levels, [0, 0])).toEqual([one('Escola', 'escola')])
    expect(levelAt(levels, [1])).toEqual([])
    expect(countOf(levels)).toBe(4)
    const more = withLevel(levels, [0, 0], [one('Creche', 'creche')])
    expect(levelAt(more, [0, 0])).toEqual([one('Creche', 'creche')])
    expect(more[1]).toBe(levels[1])
    expect(withLevel(levels, [0], [])[0]).toEqual(one('Pará', 'pa'))
  })
  it('FIELD-01 stay open by their values, wherever they move, and never as another choice', () => {
    const opened = openedAt(levels, [0, 0])
    expect(placesOf(levels, opened)).toEqual([0, 0])
    expect(placesOf(withMoved(levels, 0, 1), opened)).toEqual([1, 0])
    expect(placesOf(levels, [])).toEqual([])
    // The choice is gone, or the one within it is.
    expect(placesOf([levels[1]!], opened)).toBe(null)
    expect(placesOf([one('Pará', 'pa')], opened)).toBe(null)
    expect(placesOf(levels, openedAt(levels, [7]))).toBe(null)
    // Of two with the same value, the one that was opened.
    const twice = [one('A', 'a'), one('A', 'a')]
    expect(placesOf(twice, openedAt(twice, [1]))).toEqual([1])
  })
  it('FIELD-11 tell what a sheet would change of them', () => {
    const after: Choices = [{ ...one('Pará', 'pa'), choices: [one('Belém (capital)', 'belem')] }, one('Acre', 'ac')]
    expect(planOf(levels, after)).toEqual({ total: 3, isNew: 1, kept: 1, renamed: 1, gone: 2 })
    expect(planOf([], after)).toEqual({ total: 3, isNew: 3, kept: 0, renamed: 0, gone: 0 })
  })
})
