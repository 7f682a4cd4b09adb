import { assert, array, constantFrom, nat, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Query } from '@tocsin/core/form/query'
import { namesIn, problemsBetween } from '@tocsin/core/form/schema-rules'
import type { FormField } from '@tocsin/core/form/types'
import { identify, idOf, queryOf, readAsOf, removed, type Fields } from './fields'
import { acted, renaming, takenBack, type Act } from './history'
import { asRead, readersOf, renamed, settled } from './names'

const about = (...names: string[]): { visibleIfQuery: Query } => ({
  visibleIfQuery: {
    combinator: 'and',
    rules: [
      { combinator: 'or', rules: names.map((field) => ({ field, operator: 'isEmpty' as const })) },
      { field: 'other', operator: 'equals', value: 'a' },
    ],
  },
})
const text = (name: string, ...reads: string[]): FormField => ({
  name,
  type: 'text',
  ...(reads.length > 0 ? { options: about(...reads) } : {}),
})
const rules = (fields: Fields) => fields.map((field) => `${field.name}: ${namesIn(queryOf(field)).join(' ')}`.trim())
const what = () => ''

/** Fields under work, with the acts that can be taken back. */
function work(start: Fields) {
  let fields = start
  const past: Act[] = []
  return {
    now: () => fields,
    rename(at: number, name: string) {
      const done = renaming(fields, idOf(fields[at]!), name, what)
      fields = done.fields
      past.push(done.act)
    },
    remove(at: number) {
      const [gone, beside] = [fields[at]!, fields[at - 1]]
      const done = acted(fields, removed(fields, at), {
        id: idOf(gone),
        what,
        undo: (later) =>
          later.toSpliced(beside ? later.findIndex((one) => idOf(one) === idOf(beside)) + 1 : 0, 0, gone),
      })
      fields = done.fields
      past.push(done.act)
    },
    back() {
      const last = past.pop()
      if (last) fields = takenBack(fields, last)
      return last !== undefined
    },
  }
}
/** The fields that each rule reads, by their numbers. */
const meaning = (fields: Fields) =>
  fields.map((field) =>
    namesIn(queryOf(field)).map((name) =>
      fields
        .filter((one) => readAsOf(one) === name)
        .map(idOf)
        .join(),
    ),
  )

describe('A-139 the rules that read a field', () => {
  const fields = [text('a'), text('other'), text('b', 'a', 'other'), text('c', 'b'), text('d')]
  it('are known, in nested groups as well', () => {
    const readers = (at: number) => readersOf(fields, fields[at]!).map(({ name }) => name)
    expect(readers(0)).toEqual(['b'])
    expect(readers(1)).toEqual(['b', 'c'])
    expect(readers(4)).toEqual([])
  })
  it('follow a new name, while values and other fields stay', () => {
    const after = settled(renamed(fields, idOf(fields[0]!), 'z'))
    expect(after[2]!.options).toEqual(about('z', 'other'))
    expect(after.map((field, at) => field === fields[at])).toEqual([false, true, false, true, true])
    expect(after.map(idOf)).toEqual(fields.map(idOf))
  })
  it('follow as soon as the name is free, whichever field made it so', () => {
    for (const free of ['rename', 'remove'] as const) {
      const one = work([text('a'), text('b'), text('other'), text('c', 'a')])
      one.rename(0, 'b')
      expect(rules(one.now()).at(-1)).toBe('c: a other')
      // Meanwhile they know the field under its former name.
      expect(problemsBetween(asRead(one.now()))).toEqual([])
      if (free === 'rename') one.rename(1, 'x')
      else one.remove(1)
      expect(rules(one.now()).at(-1)).toBe('c: b other')
    }
  })
  it('follow two fields that swap their names', () => {
    const one = work([text('a'), text('b'), text('other'), text('c', 'a'), text('d', 'b')])
    one.rename(0, 'b')
    one.rename(1, 'a')
    expect(rules(one.now())).toEqual(['b:', 'a:', 'other:', 'c: b other', 'd: a other'])
  })
  it('stay with the field that goes on under a name, and pass over names that are none', () => {
    const one = work([text('a'), text('a'), text('other'), text('c', 'a')])
    one.rename(1, 'b')
    expect(rules(one.now()).at(-1)).toBe('c: a other')
    const two = work([text('a'), text('b'), text('other'), text('c', 'a')])
    two.rename(0, 'not a name')
    // Its former name is still what the rules call it.
    two.rename(1, 'a')
    expect(rules(two.now()).at(-1)).toBe('c: a other')
    two.rename(0, 'good')
    expect(rules(two.now()).at(-1)).toBe('c: good other')
  })
  it('are as they are written where all fields are written anew', () => {
    const one = work([text('a'), text('b'), text('c', 'a')])
    one.rename(0, 'b')
    const anew = structuredClone(one.now())
    identify(anew, one.now())
    expect(anew.map(readAsOf)).toEqual(['b', 'b', 'c'])
    const touched = one.now().with(0, { ...one.now()[0]!, tag: 'x' })
    identify(touched, one.now())
    expect(touched.map(readAsOf)).toEqual(['a', 'b', 'c'])
  })

  const start = () => [
    text('a'),
    text('b', 'a'),
    text('c', 'a', 'b'),
    text('other'),
    text('d', 'c', 'a'),
    text('e', 'd'),
  ]
  const act = record({
    kind: constantFrom('rename', 'rename', 'rename', 'remove', 'back'),
    at: nat(5),
    name: constantFrom('a', 'b', 'c', 'd', 'x', 'y', '', 'no name'),
  })
  it('mean the same fields after any renaming, under their names as soon as these are good and distinct', () => {
    assert(
      property(array(act, { maxLength: 12 }), (acts) => {
        const one = work(start())
        const before = meaning(one.now())
        for (const { kind, at, name } of acts) {
          if (kind === 'back') one.back()
          else one.rename(at, name)
          const now = one.now()
          expect(meaning(now)).toEqual(before)
          const isRight =
            new Set(now.map((field) => field.name)).size === now.length && now.every((f) => /^\w+$/.test(f.name))
          if (isRight) expect(problemsBetween(now).filter(({ key }) => key !== 'formErrors.ruleField')).toEqual([])
          if (isRight) expect(now.map(readAsOf)).toEqual(now.map((field) => field.name))
        }
      }),
      { numRuns: 300 },
    )
  })
  it('come back with the names, one act after the other', () => {
    assert(
      property(array(act, { maxLength: 12 }), (acts) => {
        const one = work(start())
        const states = [one.now()]
        for (const { kind, at, name } of acts) {
          if (kind === 'back') {
            if (one.back()) states.pop()
          } else {
            const { length } = one.now()
            if (kind === 'rename') {
              if (at >= length) continue
              one.rename(at, name)
            } else if (length > 1) one.remove(at % length)
            else continue
            states.push(one.now())
          }
          expect(one.now()).toEqual(states.at(-1))
        }
        while (one.back()) {
          states.pop()
          expect(one.now()).toEqual(states.at(-1))
          expect(one.now().map(readAsOf)).toEqual(states.at(-1)!.map(readAsOf))
        }
        expect(states.length).toBe(1)
      }),
      { numRuns: 300 },
    )
  })
})
