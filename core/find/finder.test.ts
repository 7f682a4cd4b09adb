import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typos } from '../base/distance'
import { fold } from '../base/fold'
import { createFinder, finderSteps, type Entry } from './finder'
import { recordEntry } from './records'

const entry = (id: string, ...titles: string[]): Entry => ({ id, titles })
const entries: Entry[] = [
  entry('off', 'Deactivate site', 'Desativar site'),
  entry('new', 'New client', 'Novo cliente'),
  entry('sjc', 'São José dos Campos'),
  entry('sj', 'São José'),
  entry('olho', "Olho d'Água das Flores"),
  entry('foz', 'Foz do Iguaçu'),
  { id: 'ana', titles: ['Ana Prado'], keywords: ['ana.prado@example.org', '+55 (63) 2345-6789'] },
  { id: 'code', titles: ['Ginásio'], keywords: ['NGA-58475'] },
  entry('ja', '東京タワー'),
  entry('ar', 'مستشفى الملك فهد'),
]
const finder = createFinder(entries)
const ids = (query: string, options?: Parameters<typeof finder.find>[1]) =>
  finder.find(query, options).map((found) => entries[found.entry]!.id)
/** The marked parts of the first entry's title. */
const marked = (query: string) => {
  const [first] = finder.find(query)
  const title = entries[first!.entry]!.titles[first!.title]!
  return first!.marks.map(([from, to]) => title.slice(from, to))
}

describe('fold', () => {
  it('takes case and accents off, as the server does', () => {
    expect(fold('São JOSÉ d’Água')).toBe('sao jose d’agua')
    expect(fold('Øresund Łódź Straße ﬁm İzmir')).toBe('oresund lodz strase fim izmir')
  })
})

describe('a finder', () => {
  it('finds in either language, in any order, by beginnings, initials and within words', () => {
    expect(ids('deac si')[0]).toBe('off')
    expect(ids('site desativar')[0]).toBe('off')
    expect(ids('nc')[0]).toBe('new')
    expect(ids('sjdc')).toEqual(['sjc'])
    expect(ids('sjc')).toEqual(['sjc'])
    expect(ids('guacu')).toEqual(['foz'])
    expect(ids('olho dagua')).toEqual(['olho'])
    expect(ids('東京')).toEqual(['ja'])
    expect(ids('タワー')).toEqual(['ja'])
    expect(ids('الملك')).toEqual(['ar'])
  })

  it('finds with one typo in a word of four letters, with two in one of eight, with none in fewer', () => {
    expect(ids('novo cleinte')).toEqual(['new'])
    expect(ids('dezativr site')).toEqual(['off'])
    expect(ids('foy')).toEqual([])
    expect(ids('clxxnt')).toEqual([])
  })

  it('looks for typos below what is found without them, or only where that is nothing', () => {
    const near = createFinder([entry('a', 'Escola'), entry('b', 'Escila'), entry('c', 'Creche')])
    const found = (query: string, typosAsFallback: boolean) =>
      near.find(query, { typosAsFallback }).map(({ tier }) => tier)
    expect(found('escola', false)).toEqual([0, 2])
    expect(found('escola', true)).toEqual([0])
    expect(found('escxla', true)).toEqual([2, 2])
  })

  it('finds phones and codes by their digits, however they are written', () => {
    for (const query of [
      '63 2345-6789',
      '(63)23456789',
      '+55 63 2345 6789',
      '23456789',
      'nga58475',
      'NGA 58475',
      '58475',
    ])
      expect(ids(query), query).toEqual([/58475/.test(query) ? 'code' : 'ana'])
    expect(ids('58476')).toEqual([])
  })

  it('puts the whole title first, then its beginning, and what lies within words or has typos last', () => {
    expect(ids('sao jose')).toEqual(['sj', 'sjc'])
    const some = [
      entry('typo', 'Bertha'),
      entry('infix', 'Alberta'),
      entry('prefix', 'Bertas'),
      entry('exact', 'Berta X'),
    ]
    const found = createFinder(some).find('berta')
    expect(found.map((one) => some[one.entry]!.id)).toEqual(['exact', 'prefix', 'infix', 'typo'])
    expect(found.map(({ tier }) => tier)).toEqual([0, 0, 1, 2])
  })

  it('looks within words and for typos only while there is less than a page', () => {
    const some = [entry('a', 'Porto'), entry('b', 'Aeroporto'), entry('c', 'Proto')]
    const find = (limit: number) => createFinder(some).find('porto', { limit }).length
    expect([find(1), find(2), find(3)]).toEqual([1, 2, 3])
  })

  it('lets use order within a match class, never across classes, and never lift what destroys', () => {
    const some: Entry[] = [
      entry('whole', 'Export'),
      entry('short', 'Export a'),
      entry('used', 'Export many things'),
      { id: 'destroys', titles: ['Export zz'], destructive: true },
      entry('elsewhere', 'Last export'),
    ]
    const uses: Record<string, number> = { used: 3, destroys: 9, elsewhere: 99 }
    const found = createFinder(some).find('export', { use: (id) => uses[id] ?? 0 })
    expect(found.map((one) => some[one.entry]!.id)).toEqual(['whole', 'used', 'short', 'destroys', 'elsewhere'])
  })

  it('finds only what it is let, so many, and each once', () => {
    expect(ids('s', { only: (index) => index !== 3 })).not.toContain('sj')
    expect(ids('s', { limit: 2 })).toHaveLength(2)
    expect(ids('site').filter((id) => id === 'off')).toHaveLength(1)
    expect(ids('')).toEqual([])
    expect(ids('  — ')).toEqual([])
  })

  it('marks what was matched, in the letters of the title', () => {
    expect(marked('jose sa')).toEqual(['Sã', 'José'])
    expect(marked('sjdc')).toEqual(['S', 'J', 'd', 'C'])
    expect(marked('guacu')).toEqual(['guaçu'])
    expect(marked('novo cleinte')).toEqual(['Novo', 'cliente'])
  })

  it('keeps what it found when built in steps, whatever is typed in between', () => {
    const steps = finderSteps(entries)
    let step = steps.next()
    while (!step.done) step = steps.next()
    for (const query of ['s', 'sa', 'novo cleinte', 'site', 's'])
      expect(step.value.find(query)).toEqual(finder.find(query))
  })

  it('answers whatever is typed and whatever things are called, the same each time, and finds titles by themselves', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 20 }),
        fc.string(),
        (titles, query) => {
          const some = titles.map((title, index) =>
            recordEntry({ noun: 'x', id: index, title, subtitle: null, words: null }),
          )
          const made = createFinder(some)
          expect(made.find(query)).toEqual(made.find(query))
          for (const { entry, marks, title } of made.find(query)) {
            let last = -1
            for (const [from, to] of marks) {
              expect(from).toBeGreaterThan(last)
              expect(to).toBeGreaterThan(from)
              last = to
            }
            expect(last).toBeLessThanOrEqual(some[entry]!.titles[title]!.length)
          }
          for (const [index, title] of titles.entries())
            if (/^[a-z0-9 ]*[a-z0-9][a-z0-9 ]*$/i.test(title) && title.trim().split(/\s+/).length < 8)
              expect(made.find(title).map(({ entry }) => entry)).toContain(index)
        },
      ),
    )
  })
})

describe('typos', () => {
  /** The textbook's table, whole and without a bound. */
  function distance(one: string, other: string): number {
    const table = Array.from({ length: one.length + 1 }, (_, row) =>
      Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : row)),
    )
    for (let row = 1; row <= one.length; row++)
      for (let column = 1; column <= other.length; column++) {
        const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
        table[row]![column] = Math.min(
          table[row - 1]![column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1),
          table[row - 1]![column]! + 1,
          table[row]![column - 1]! + 1,
          row > 1 && column > 1 && swapped ? table[row - 2]![column - 2]! + 1 : Infinity,
        )
      }
    return table[one.length]![other.length]!
  }

  it('are counted as by the textbook, to the whole word and to its nearest beginning', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(word, word, fc.constantFrom(1, 2), (typed, target, most) => {
        const bounded = (count: number) => Math.min(count, most + 1)
        const beginnings = Array.from({ length: target.length + 1 }, (_, end) => distance(typed, target.slice(0, end)))
        expect(typos(typed, target, most)).toEqual({
          whole: bounded(distance(typed, target)),
          beginning: bounded(Math.min(...beginnings)),
        })
      }),
      { numRuns: 2000 },
    )
  })
})
