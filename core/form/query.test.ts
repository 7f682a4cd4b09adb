import { describe, expect, it } from 'vitest'
import { fold } from '../base/fold'
import { evaluate, OPERATORS, type Comparison, type Query } from './query'

/** The answers that a field can have, by their kind. */
const ANSWERS = {
  absent: undefined,
  blank: ' ',
  none: [],
  no: false,
  yes: true,
  zero: 0,
  ten: 10,
  'text of ten': '10',
  code: '010',
  text: 'São José',
  day: '2026-03-04',
  list: ['azul', 'Verde'],
}
type Kind = keyof typeof ANSWERS

const holds = (answer: unknown, operator: Comparison['operator'], value?: unknown): boolean =>
  evaluate({ combinator: 'and', rules: [{ field: 'a', operator, value }] }, { a: answer })

describe('a comparison (FIELD-04)', () => {
  /** Each operator with a value, and the kinds of answers for which it holds. */
  const TABLE: readonly [Comparison['operator'], unknown, readonly Kind[]][] = [
    ['isEmpty', undefined, ['absent', 'blank', 'none']],
    ['isNotEmpty', undefined, ['no', 'yes', 'zero', 'ten', 'text of ten', 'code', 'text', 'day', 'list']],
    ['equals', 10, ['ten', 'text of ten']],
    ['equals', '10', ['ten', 'text of ten']],
    ['equals', '010', ['code']],
    ['equals', 'sao jose', ['text']],
    ['equals', true, ['yes']],
    ['equals', 'false', ['no']],
    ['equals', 0, ['zero']],
    ['equals', '', ['absent', 'blank', 'none']],
    ['equals', ['verde', 'AZUL'], ['list']],
    ['equals', 'azul', []],
    ['equals', ['azul', 'azul'], []],
    ['notEqual', 10, ['absent', 'blank', 'none', 'no', 'yes', 'zero', 'code', 'text', 'day', 'list']],
    ['contains', 'JOSÉ', ['text']],
    ['contains', 'verde', ['list']],
    ['contains', ['verde', 'azul'], ['list']],
    ['contains', 'ver', []],
    ['contains', '', []],
    ['contains', 1, ['ten', 'text of ten', 'code']],
    ['notContains', '0', ['absent', 'blank', 'none', 'no', 'yes', 'text', 'list']],
    ['anyOf', ['azul', 'sao jose'], ['text', 'list']],
    ['anyOf', [10, 20], ['ten', 'text of ten']],
    ['anyOf', [], []],
    ['allOf', ['azul', 'verde'], ['list']],
    ['allOf', ['azul', 'preto'], []],
    ['allOf', ['são josé'], ['text']],
    ['greater', 9, ['ten', 'text of ten']],
    ['greater', '2026-01-31', ['day', 'text']],
    ['lesser', 10, ['zero']],
    ['greaterOrEqual', 10, ['ten', 'text of ten']],
    ['lessOrEqual', '2026-03-04', ['code', 'day']],
    ['greater', '', []],
    ['lessOrEqual', null, []],
  ]

  it.each(TABLE)('%s %j holds for %j alone', (operator, value, kinds) => {
    const found = Object.entries(ANSWERS).flatMap(([kind, answer]) => (holds(answer, operator, value) ? kind : []))
    expect(found).toEqual(Object.keys(ANSWERS).filter((kind) => kinds.includes(kind as Kind)))
  })

  it('is in the table with every operator', () => {
    expect(new Set(TABLE.map(([operator]) => operator))).toEqual(new Set(OPERATORS))
  })

  it('holds for nobody where its operator is unknown, and takes no name of every object for a field', () => {
    expect(holds(1, 'like' as never, 1)).toBe(false)
    expect(evaluate({ combinator: 'and', rules: [{ field: 'constructor', operator: 'isNotEmpty' }] }, {})).toBe(false)
  })
})

describe('a query (FIELD-05, A-086)', () => {
  const [on, off] = [true, false].map((value): Comparison => ({ field: 'on', operator: 'equals', value })) as [
    Comparison,
    Comparison,
  ]
  const of = (combinator: 'and' | 'or', ...rules: Query['rules']): Query => ({ combinator, rules })

  it.each<[string, Query | null, boolean]>([
    ['none', null, true],
    ['an empty one', of('or'), true],
    ['and of both', of('and', on, off), false],
    ['or of both', of('or', on, off), true],
    ['or of what does not hold', of('or', off, off), false],
    ['a group within a group', of('and', on, of('or', off, of('and', on, on))), true],
    ['an empty group beside what does not hold', of('or', off, of('and')), true],
  ])('%s', (_, query, expected) => {
    expect(evaluate(query, { on: true })).toBe(expected)
  })

  it('agrees with a plain reading of the words on random queries and answers', () => {
    let seed = 20_261_126
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return (seed >>> 8) % below
    }
    const VALUES = [null, '', 'a', 'Á', 'ab', '3', 3, 12, '12', '2026-01-01', true, ['a'], ['b', 'A'], ['a', 'a'], []]
    const value = () => VALUES[random(VALUES.length)]
    const query = (depth: number): Query => ({
      combinator: random(2) === 0 ? 'and' : 'or',
      rules: Array.from({ length: random(4) }, () =>
        depth > 0 && random(3) === 0
          ? query(depth - 1)
          : { field: `f${random(4)}`, operator: OPERATORS[random(OPERATORS.length)]!, value: value() },
      ),
    })
    let held = 0
    for (let round = 0; round < 5_000; round++) {
      const answers = Object.fromEntries(Array.from({ length: 3 }, (_, at) => [`f${at}`, value()]))
      const asked = query(3)
      const expected = plainly(asked, answers)
      if (expected) held++
      expect([asked, answers, evaluate(asked, answers)]).toEqual([asked, answers, expected])
    }
    expect(held).toBeGreaterThan(1_000)
    expect(held).toBeLessThan(4_500)
  })
})

/** Reads a query word by word, for comparison. */
function plainly(query: Query, answers: Record<string, unknown>): boolean {
  const results = query.rules.map((rule) => {
    if ('combinator' in rule) return plainly(rule, answers)
    const nothing = (one: unknown) =>
      one === undefined || one === null || one === '' || (Array.isArray(one) && one.length === 0)
    const many = (one: unknown): unknown[] => (nothing(one) ? [] : [one].flat())
    const number = (one: unknown) => (/^-?\d+$/.test(String(one)) ? Number(one) : undefined)
    const same = (one: unknown, other: unknown) =>
      number(one) !== undefined && number(other) !== undefined
        ? number(one) === number(other)
        : fold(String(one)) === fold(String(other))
    const [answer, value] = [answers[rule.field], rule.value]
    const has = (one: unknown) => many(answer).some((given) => same(given, one))
    const isIn = (one: unknown) => many(value).some((wanted) => same(wanted, one))
    const equal = many(answer).length === many(value).length && many(value).every(has) && many(answer).every(isIn)
    const part =
      !nothing(answer) &&
      !nothing(value) &&
      (Array.isArray(answer) ? many(value).every(has) : fold(String(answer)).includes(textOf(value)))
    const ordered = (test: (one: number) => boolean) => {
      if (nothing(answer) || nothing(value) || [answer, value].some((one) => one === true || Array.isArray(one)))
        return false
      const [one, other] = [number(answer), number(value)]
      if (one !== undefined && other !== undefined) return test(one - other)
      if (one !== undefined || other !== undefined) return false
      const [first, second] = [fold(String(answer)), fold(String(value))]
      return test(first < second ? -1 : first > second ? 1 : 0)
    }
    switch (rule.operator) {
      case 'isEmpty':
        return nothing(answer)
      case 'isNotEmpty':
        return !nothing(answer)
      case 'equals':
        return equal
      case 'notEqual':
        return !equal
      case 'contains':
        return part
      case 'notContains':
        return !part
      case 'anyOf':
        return many(value).some(has)
      case 'allOf':
        return many(value).every(has)
      case 'greater':
        return ordered((one) => one > 0)
      case 'lesser':
        return ordered((one) => one < 0)
      case 'greaterOrEqual':
        return ordered((one) => one >= 0)
      case 'lessOrEqual':
        return ordered((one) => one <= 0)
    }
  })
  if (results.length === 0) return true
  return query.combinator === 'and' ? !results.includes(false) : results.includes(true)
}

const textOf = (value: unknown): string => (Array.isArray(value) ? JSON.stringify(value) : fold(String(value)))
