import { describe, expect, it } from 'vitest'
import type { Row } from '../data/row'
import {
  addRows,
  countSelected,
  dropRows,
  EMPTY_SELECTION,
  everything,
  extendTo,
  fromKept,
  hasAllOf,
  isOfOtherList,
  isSelected,
  keptOf,
  targetsOf,
  toggleRow,
} from './selection'

const SHOWN = { query: { ClientId: 7 }, total: 100 }
const row = (id: number): Row => ({ id, name: `row ${id}` })
/** A hundred rows, of which the first eighty are loaded; the id is a hundred more than the index. */
const at = (index: number) => (index < 80 ? row(100 + index) : undefined)
const loaded = Array.from({ length: 80 }, (_, index) => row(100 + index))

const ids = (selection: typeof EMPTY_SELECTION) =>
  selection.kind === 'rows' ? [...selection.rows.keys()].toSorted((one, other) => one - other) : 'all'

describe('a selection', () => {
  it('ticks and unticks a row', () => {
    const one = toggleRow(EMPTY_SELECTION, row(103), 3)
    expect(isSelected(one, 103)).toBe(true)
    expect(ids(toggleRow(one, row(103), 3))).toEqual([])
  })

  it('extends from the anchor both ways and gives up what it turns back from', () => {
    const anchored = toggleRow(toggleRow(EMPTY_SELECTION, row(150), 50), row(105), 5)
    const down = extendTo(extendTo(anchored, 5, 6, at), 6, 7, at)
    expect(ids(down)).toEqual([105, 106, 107, 150])
    expect(ids(extendTo(down, 7, 6, at))).toEqual([105, 106, 150])
    expect(ids(extendTo(down, 7, 3, at))).toEqual([103, 104, 105, 150])
  })

  it('extends from the active row where nothing was ticked, and over loaded rows only', () => {
    expect(ids(extendTo(EMPTY_SELECTION, 10, 11, at))).toEqual([110, 111])
    expect(countSelected(extendTo(EMPTY_SELECTION, 75, 95, at), SHOWN)).toBe(5)
  })

  it('takes all that are loaded, and all that match as a filter with exceptions', () => {
    const first = addRows(EMPTY_SELECTION, loaded)
    expect(countSelected(first, SHOWN)).toBe(80)
    expect([hasAllOf(first, loaded), hasAllOf(EMPTY_SELECTION, loaded), hasAllOf(EMPTY_SELECTION, [])]).toEqual([
      true,
      false,
      false,
    ])
    const without = toggleRow(everything(SHOWN), row(104), 4)
    expect(countSelected(without, SHOWN)).toBe(99)
    expect(isSelected(without, 104)).toBe(false)
    expect(isSelected(without, 9999)).toBe(true)
    expect(targetsOf(without, SHOWN, () => undefined)).toEqual({
      kind: 'query',
      query: { ClientId: 7 },
      except: [104],
      total: 100,
    })
    expect(countSelected(toggleRow(without, row(104), 4), SHOWN)).toBe(100)
  })

  it('adds to those of other lists and takes away from this one alone', () => {
    const both = addRows(toggleRow(EMPTY_SELECTION, row(999), 1), [row(100), row(101)])
    expect(ids(both)).toEqual([100, 101, 999])
    expect(ids(dropRows(both, loaded))).toEqual([999])
  })

  it('W04 keeps everything that one list matched what it was while another is shown', () => {
    const iris = { query: { ClientId: 7, q: 'iris', order: 'name ASC' }, total: 279 }
    const all = everything(iris)
    expect(isOfOtherList(all, { ...iris.query, order: 'tag DESC' })).toBe(false)
    expect(isOfOtherList(all, SHOWN.query)).toBe(true)
    expect(countSelected(all, SHOWN)).toBe(279)
    expect(targetsOf(all, SHOWN, () => undefined)).toEqual({ kind: 'query', ...iris, except: [] })
    // For the list shown, its present total counts.
    expect(countSelected(all, { ...iris, total: 281 })).toBe(281)
  })

  it('hands over rows as they are now', () => {
    const chosen = toggleRow(EMPTY_SELECTION, row(101), 1)
    expect(targetsOf(chosen, SHOWN, (id) => ({ id, version: 8 }))).toEqual({
      kind: 'rows',
      rows: [{ id: 101, version: 8 }],
    })
  })

  it('survives being kept', () => {
    for (const one of [toggleRow(EMPTY_SELECTION, row(101), 1), toggleRow(everything(SHOWN), row(101), 1)]) {
      const back = fromKept(JSON.parse(JSON.stringify(keptOf(one))) as ReturnType<typeof keptOf>)
      expect(keptOf(back)).toEqual(keptOf(one))
    }
  })
})
