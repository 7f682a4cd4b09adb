import { describe, expect, it } from 'vitest'
import type { Row } from '../acts/targets'
import {
  countSelected,
  EVERYTHING,
  extendTo,
  fromKept,
  isSelected,
  keptOf,
  NOTHING,
  selectMore,
  targetsOf,
  toggleRow,
} from './selection'

const row = (id: number): Row => ({ id, name: `row ${id}` })
/** A hundred rows, of which the first eighty are loaded; the id is a hundred more than the index. */
const at = (index: number) => (index < 80 ? row(100 + index) : undefined)
const loaded = Array.from({ length: 80 }, (_, index) => row(100 + index))

const ids = (selection: typeof NOTHING) =>
  selection.kind === 'rows' ? [...selection.rows.keys()].toSorted((one, other) => one - other) : 'all'

describe('a selection', () => {
  it('ticks and unticks a row', () => {
    const one = toggleRow(NOTHING, row(103), 3)
    expect(isSelected(one, 103)).toBe(true)
    expect(ids(toggleRow(one, row(103), 3))).toEqual([])
  })

  it('extends from the anchor both ways and gives up what it turns back from', () => {
    const anchored = toggleRow(toggleRow(NOTHING, row(150), 50), row(105), 5)
    const down = extendTo(extendTo(anchored, 5, 6, at), 6, 7, at)
    expect(ids(down)).toEqual([105, 106, 107, 150])
    expect(ids(extendTo(down, 7, 6, at))).toEqual([105, 106, 150])
    expect(ids(extendTo(down, 7, 3, at))).toEqual([103, 104, 105, 150])
  })

  it('extends from the active row where nothing was ticked, and over loaded rows only', () => {
    expect(ids(extendTo(NOTHING, 10, 11, at))).toEqual([110, 111])
    expect(countSelected(extendTo(NOTHING, 75, 95, at), 100)).toBe(5)
  })

  it('takes all that are loaded, then all that match as a filter with exceptions', () => {
    const first = selectMore(NOTHING, loaded, 100)
    expect(countSelected(first, 100)).toBe(80)
    const second = selectMore(first, loaded, 100)
    expect(second).toEqual(EVERYTHING)
    const without = toggleRow(second, row(104), 4)
    expect(countSelected(without, 100)).toBe(99)
    expect(isSelected(without, 104)).toBe(false)
    expect(isSelected(without, 9999)).toBe(true)
    expect(targetsOf(without, { ClientId: 7 }, 100, () => undefined)).toEqual({
      kind: 'query',
      query: { ClientId: 7 },
      except: [104],
      total: 100,
    })
    expect(countSelected(toggleRow(without, row(104), 4), 100)).toBe(100)
  })

  it('stays with the records where the loaded ones are all there are', () => {
    expect(selectMore(selectMore(NOTHING, loaded, 80), loaded, 80).kind).toBe('rows')
  })

  it('hands over rows as they are now', () => {
    const chosen = toggleRow(NOTHING, row(101), 1)
    expect(targetsOf(chosen, {}, 100, (id) => ({ id, version: 8 }))).toEqual({
      kind: 'rows',
      rows: [{ id: 101, version: 8 }],
    })
  })

  it('survives being kept', () => {
    for (const one of [toggleRow(NOTHING, row(101), 1), toggleRow(EVERYTHING, row(101), 1)]) {
      const back = fromKept(JSON.parse(JSON.stringify(keptOf(one))) as ReturnType<typeof keptOf>)
      expect(keptOf(back)).toEqual(keptOf(one))
    }
  })
})
