import { describe, expect, it } from 'vitest'
import { blockOf, groupAround, moved, movedTowards, nestings, positionsOf, type Placed, type Step } from './order'

/** Returns channels from a text such as `a G g1:G b`, where `g1:G` lies in G. */
const orderOf = (
  text: string,
): { all: Placed[]; id: (name: string) => number; text: (order: readonly Placed[]) => string } => {
  const words = text.split(' ').map((word) => word.split(':'))
  const names = words.map(([name]) => name!)
  const id = (name: string) => names.indexOf(name) + 1
  return {
    all: words.map(([name, group]) => ({
      id: id(name!),
      config: { parentId: group === undefined ? null : id(group) },
    })),
    id,
    text: (order) => order.map((channel) => names[channel.id - 1]).join(' '),
  }
}

const after = (text: string, name: string, step: Step): string => {
  const { all, id, text: write } = orderOf(text)
  return write(moved(all, id(name), step))
}

describe('moving a channel', () => {
  it('CHAN-10 moves it past its neighbour, and to either end', () => {
    expect(after('a b c d', 'b', 'down')).toBe('a c b d')
    expect(after('a b c d', 'b', 'up')).toBe('b a c d')
    expect(after('a b c d', 'b', 'last')).toBe('a c d b')
    expect(after('a b c d', 'c', 'first')).toBe('c a b d')
  })

  it('returns the same order where there is nothing to move past', () => {
    const { all, id } = orderOf('a b G c:G')
    expect(moved(all, id('a'), 'up')).toBe(all)
    expect(moved(all, id('a'), 'first')).toBe(all)
    expect(moved(all, id('G'), 'down')).toBe(all)
    expect(moved(all, id('c'), 'down')).toBe(all)
    expect(moved(all, id('a'), { before: id('b') })).toBe(all)
    expect(moved(all, 99, 'up')).toBe(all)
  })

  it('A-165 moves a group with everything within it', () => {
    expect(after('a G x:G H:G y:H b', 'G', 'up')).toBe('G x H y a b')
    expect(after('a G x:G H:G y:H b', 'G', 'down')).toBe('a b G x H y')
    expect(after('a G x:G H:G y:H b', 'H', 'up')).toBe('a G H y x b')
  })

  it('A-165 moves a channel past a whole group, and within its own group alone', () => {
    expect(after('a G x:G y:G b', 'a', 'down')).toBe('G x y a b')
    expect(after('a G x:G y:G b', 'b', 'up')).toBe('a b G x y')
    expect(after('a G x:G y:G b', 'y', 'up')).toBe('a G y x b')
    expect(after('a G x:G y:G b', 'y', 'first')).toBe('a G y x b')
    const { all, id } = orderOf('a G x:G b')
    expect(moved(all, id('x'), { before: id('a') })).toBe(all)
  })

  it('brings the parts of a group together that stand elsewhere', () => {
    expect(after('x:G a G b y:G', 'G', 'down')).toBe('a b x G y')
    expect(after('a G b x:G', 'a', 'down')).toBe('G a b x')
  })

  it('moves it beside a named channel', () => {
    const { id } = orderOf('a G x:G b c')
    expect(after('a G x:G b c', 'a', { after: id('G') })).toBe('G x a b c')
    expect(after('a G x:G b c', 'c', { before: id('a') })).toBe('c a G x b')
  })

  it('moves it towards a position, as near as its group allows', () => {
    const { all, id, text } = orderOf('a G x:G y:G b c')
    expect(text(movedTowards(all, id('a'), 5))).toBe('G x y b c a')
    // Within the group there is no place: the nearer side is taken.
    expect(text(movedTowards(all, id('a'), 1))).toBe('a G x y b c')
    expect(text(movedTowards(all, id('a'), 2))).toBe('G x y a b c')
    expect(text(movedTowards(all, id('y'), 0))).toBe('a G y x b c')
  })

  it('keeps every channel once, whatever is moved', () => {
    const { all } = orderOf('a G x:G H:G y:H b y2:H c')
    for (const { id } of all)
      for (const step of ['up', 'down', 'first', 'last'] as const) {
        const next = moved(all, id, step)
        expect(next).toHaveLength(all.length)
        expect(new Set(next)).toEqual(new Set(all))
        const inGroup = (order: readonly Placed[]) =>
          all.map((one) =>
            groupAround(order, one.id)
              .map((other) => other.id)
              .join(),
          )
        // Only the order within its own group differs.
        const own = new Set(groupAround(all, id).map((one) => one.id))
        for (const [at, one] of all.entries()) if (!own.has(one.id)) expect(inGroup(next)[at]).toBe(inGroup(all)[at])
      }
  })

  it('finds what moves together, also where a part stands before its group', () => {
    const { all, id } = orderOf('y:H a H:G G b')
    expect(blockOf(all, id('G'))).toEqual(new Set([id('G'), id('H'), id('y')]))
    expect(blockOf(all, id('a'))).toEqual(new Set([id('a')]))
  })

  it('CHAN-23 gives each channel its position', () => {
    expect(
      positionsOf([
        { id: 7, schemaId: 1 },
        { id: 3, schemaId: 1 },
      ]),
    ).toEqual([
      { id: 7, schemaId: 1, displayOrder: 0 },
      { id: 3, schemaId: 1, displayOrder: 1 },
    ])
  })
})

describe('nestings', () => {
  it('CHCFG-05 says in which group each channel lies, and how deep', () => {
    const { all, id } = orderOf('a g1:G G H:G h1:H b')
    const told = [...nestings(all)].map(([of, { within, depth }]) => [of, within.id, depth])
    expect(told.sort(([one], [other]) => one! - other!)).toEqual([
      [id('g1'), id('G'), 1],
      [id('H'), id('G'), 1],
      [id('h1'), id('H'), 2],
    ])
  })

  it('ends where groups lie in each other', () => {
    const ring = [1, 2, 3].map((id) => ({ id, config: { parentId: (id % 3) + 1 } }))
    expect(nestings(ring).size).toBe(3)
  })
})
