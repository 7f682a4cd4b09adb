import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changed, highlighted, nothing, paintedOf, toRun, type Change, type Results } from './results'

type Row = { key: string }
const rows = (...keys: string[]): Row[] => keys.map((key) => ({ key }))
const after = (...changes: Change<Row>[]) =>
  changes.reduce<Results<Row>>((state, change) => changed(state, change), nothing)
const keys = ({ rows: all }: Results<Row>) => all.map(({ key }) => key)

describe('the async rule', () => {
  const shown = after({ kind: 'typed' }, { kind: 'local', query: 1, rows: rows('a', 'b'), text: '' })

  it('appends what the server found below what is shown, without what is there already', () => {
    const state = changed(shown, { kind: 'remote', query: 1, rows: rows('z', 'a', 'y', 'z') })
    expect(keys(state)).toEqual(['a', 'b', 'z', 'y'])
    expect(state.highlight).toBe('a')
  })
  it('drops a late answer for an old query', () => {
    const typed = changed(shown, { kind: 'typed' })
    expect(changed(typed, { kind: 'remote', query: 1, rows: rows('late') })).toBe(typed)
    expect(changed(typed, { kind: 'local', query: 1, rows: rows('late'), text: '' })).toBe(typed)
    expect(changed(typed, { kind: 'remote', query: 2, rows: rows('early') })).toBe(typed)
  })
  it('holds the highlight with its row when the same query is answered anew', () => {
    const moved = changed(shown, { kind: 'moved', by: 1 })
    const anew = changed(moved, { kind: 'local', query: 1, rows: rows('new', 'a', 'b'), text: '' })
    expect(anew.highlight).toBe('b')
    expect(changed(moved, { kind: 'local', query: 1, rows: rows('new'), text: '' }).highlight).toBe('new')
  })
  it('begins at the first row when something else is typed', () => {
    const moved = changed(shown, { kind: 'moved', by: 1 })
    const typed = changed(moved, { kind: 'typed' })
    expect(changed(typed, { kind: 'local', query: 2, rows: rows('a', 'b'), text: '' }).highlight).toBe('a')
  })
  it('keeps what the server found when the page finds more by itself', () => {
    const both = changed(shown, { kind: 'remote', query: 1, rows: rows('z') })
    expect(keys(changed(both, { kind: 'local', query: 1, rows: rows('c', 'a'), text: '' }))).toEqual(['c', 'a', 'z'])
    expect(keys(changed(both, { kind: 'local', query: 1, rows: rows('z', 'a'), text: '' }))).toEqual(['z', 'a'])
  })
  it('runs what the last painted frame highlighted, wherever it stands by now', () => {
    const painted = paintedOf(shown)
    expect(toRun(changed(shown, { kind: 'local', query: 1, rows: rows('c'), text: '' }), painted)).toBe(shown.rows[0])
    expect(toRun(changed(shown, { kind: 'remote', query: 1, rows: rows('c') }), painted)).toBe(shown.rows[0])
  })
  it('waits while what was typed, or where the reader moved, has not been painted', () => {
    const painted = paintedOf(shown)
    expect(toRun(changed(shown, { kind: 'typed' }), painted)).toBe('wait')
    const moved = changed(shown, { kind: 'moved', by: 1 })
    expect(toRun(moved, painted)).toBe('wait')
    expect(toRun(moved, paintedOf(moved))).toBe(shown.rows[1])
  })
  it('shows a part of what is found only where nothing of it stands there yet, and never none of it', () => {
    const part = (...some: string[]) =>
      ({ kind: 'local', query: 2, rows: rows(...some), text: '', isPartial: true }) as const
    const typed = changed(shown, { kind: 'typed' })
    expect(changed(typed, part())).toBe(typed)
    expect(keys(changed(typed, part('p')))).toEqual(['p'])
    const whole = changed(typed, { kind: 'local', query: 2, rows: rows('w', 'p'), text: '' })
    expect(changed(whole, part('p'))).toBe(whole)
  })
  it('waits for the frame where the last one was empty and there is something by now', () => {
    const empty = changed(shown, { kind: 'local', query: 1, rows: [], text: '' })
    expect(toRun(empty, paintedOf(empty))).toBeNull()
    expect(toRun(shown, paintedOf(empty))).toBe('wait')
  })
  it('stops at both ends', () => {
    expect(changed(shown, { kind: 'moved', by: -1 }).highlight).toBe('a')
    expect(changed(shown, { kind: 'moved', by: 9 }).highlight).toBe('b')
    expect(changed(nothing, { kind: 'moved', by: 1 }).highlight).toBeNull()
  })

  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const list = fc.array(
    key.map((one) => ({ key: one })),
    { maxLength: 6 },
  )
  const change: fc.Arbitrary<Change<Row>> = fc.oneof(
    fc.constant({ kind: 'typed' } as const),
    fc.record({ kind: fc.constant('local' as const), query: fc.nat(4), rows: list, text: fc.constant('') }),
    fc.record({ kind: fc.constant('remote' as const), query: fc.nat(4), rows: list }),
    fc.record({ kind: fc.constant('moved' as const), by: fc.integer({ min: -3, max: 3 }) }),
    fc.record({ kind: fc.constant('pointed' as const), key }),
  )

  it('holds for any order of keys and answers', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        let state: Results<Row> = nothing
        for (const one of changes) {
          const before = state
          state = changed(state, one)
          expect(new Set(keys(state)).size).toBe(state.rows.length)
          // Whenever there are rows, one of them is highlighted.
          expect(highlighted(state) === null).toBe(state.rows.length === 0)
          if (one.kind === 'remote') {
            expect(keys(state).slice(0, before.rows.length)).toEqual(keys(before))
            if (before.rows.length > 0) expect(state.highlight).toBe(before.highlight)
          }
          if ('query' in one && one.query !== before.latestQuery) expect(state).toBe(before)
          if (
            one.kind === 'local' &&
            before.shownQuery === before.latestQuery &&
            keys(state).includes(before.highlight ?? '')
          )
            expect(state.highlight).toBe(before.highlight)
        }
      }),
    )
  })
})
