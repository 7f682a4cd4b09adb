import { describe, expect, it } from 'vitest'
import { evaluate, isGroup, MAX_QUERY_DEPTH, MAX_QUERY_RULES, OPERATORS, type Comparison, type Query } from './query'
import {
  addCondition,
  addGroup,
  completeOf,
  conditionProblem,
  countsOf,
  EMPTY_QUERY,
  firstFailing,
  isSamePlace,
  movedTo,
  moveRule,
  operatorsFor,
  removeRule,
  ruleAt,
  rulesOf,
  setCondition,
  swapCombinator,
  whyNotAdd,
  withOperator,
  withSubject,
  type Edit,
  type Place,
} from './query-edit'
import type { RuleSubject } from './query-subjects'
import { visibilityQuery } from './schema-rules'

const one = (field: string): Comparison => ({ field, operator: 'isNotEmpty' })
const of = (combinator: 'and' | 'or', ...rules: Query['rules']): Query => ({ combinator, rules })
/** Writes a query in short: `a & (b | c)` is `and a (or b c)`. */
const short = (query: Query): string =>
  `${query.combinator} ${query.rules.map((rule) => (isGroup(rule) ? `(${short(rule)})` : rule.field)).join(' ')}`.trim()
const done = (edit: Edit): string => ('why' in edit ? edit.why : `${short(edit.query)} @${edit.at.join('.')}`)

const tree = of('and', one('a'), of('or', one('b'), of('and', one('c'), one('d'))), one('e'))

describe('the rules of a query are edited (FIELD-05)', () => {
  it.each<[string, Edit, string]>([
    ['adds behind a condition', addCondition(tree, [0], one('x')), 'and a x (or b (and c d)) e @1'],
    ['adds at the end of a group', addCondition(tree, [1], one('x')), 'and a (or b (and c d) x) e @1.2'],
    ['adds to nothing', addCondition(EMPTY_QUERY, [], one('x')), 'and x @0'],
    ['adds a group joined the other way', addGroup(tree, [1, 0], one('x')), 'and a (or b (and x) (and c d)) e @1.1.0'],
    ['adds a group at the end', addGroup(tree, [], one('x')), 'and a (or b (and c d)) e (or x) @3.0'],
    ['removes a condition', removeRule(tree, [0]), 'and (or b (and c d)) e @0'],
    ['removes a group', removeRule(tree, [1]), 'and a e @1'],
    ['removes the last one', removeRule(tree, [2]), 'and a (or b (and c d)) @1.1.1'],
    ['removes a group with its last rule', removeRule(of('and', of('or', one('x')), one('y')), [0, 0]), 'and y @0'],
    ['removes the only one', removeRule(of('and', one('x')), [0]), 'and @'],
    ['moves into a group from above', moveRule(tree, [0], 1), 'and (or a b (and c d)) e @0.0'],
    ['moves into a group from below', moveRule(tree, [2], -1), 'and a (or b (and c d) e) @1.2'],
    ['moves within a group', moveRule(tree, [1, 1, 0], 1), 'and a (or b (and d c)) e @1.1.1'],
    ['moves out of a group downwards', moveRule(tree, [1, 1, 1], 1), 'and a (or b (and c) d) e @1.2'],
    ['moves out of a group upwards', moveRule(tree, [1, 0], -1), 'and a b (or (and c d)) e @1'],
    [
      'moves a group into another',
      moveRule(of('and', of('or', one('a')), of('or', one('b'))), [0], 1),
      'and (or (or a) b) @0.0',
    ],
    ['leaves no group behind', moveRule(of('and', of('or', one('a')), one('b')), [0, 0], 1), 'and a b @0'],
    ['stops at the first', moveRule(tree, [0], -1), 'first'],
    ['stops at the last', moveRule(tree, [2], 1), 'last'],
  ])('%s', (_, edit, expected) => {
    expect(done(edit)).toBe(expected)
  })

  it('swaps and and or of the group around a condition, and of the group itself', () => {
    expect(short(swapCombinator(tree, [0]))).toBe('or a (or b (and c d)) e')
    expect(short(swapCombinator(tree, [1]))).toBe('and a (and b (and c d)) e')
    expect(short(swapCombinator(tree, [1, 1, 0]))).toBe('and a (or b (or c d)) e')
  })

  it('moves a rule back to where it was', () => {
    for (const { place } of rulesOf(tree))
      for (const by of [1, -1] as const) {
        const there = moveRule(tree, place, by)
        if ('why' in there) continue
        const back = moveRule(there.query, there.at, by === 1 ? -1 : 1)
        expect(back).toEqual({ query: tree, at: place })
      }
  })

  it('stops at 100 conditions and 10 groups within each other (A-139)', () => {
    const many = of('and', ...Array.from({ length: MAX_QUERY_RULES }, (_, at) => one(`f${at}`)))
    expect(whyNotAdd(many, [0], 'condition')).toBe('rules')
    expect(done(addCondition(many, [0]))).toBe('rules')
    expect(done(addGroup(many, [0]))).toBe('rules')
    let deep: Query = EMPTY_QUERY
    let at: Place = []
    for (let depth = 1; depth < MAX_QUERY_DEPTH; depth++) {
      const edit = addGroup(deep, at, one(`f${depth}`))
      if ('why' in edit) throw new Error(edit.why)
      ;({ query: deep, at } = edit)
    }
    expect(visibilityQuery()(deep, {})).toBeNull()
    expect(whyNotAdd(deep, at, 'group')).toBe('depth')
    expect(whyNotAdd(deep, at, 'condition')).toBeNull()
    expect(done(addGroup(deep, at))).toBe('depth')
    // A group that would lie too deep passes the other one.
    const beside = addGroup(deep, [], one('x'))
    if ('why' in beside) throw new Error(beside.why)
    const passed = moveRule(beside.query, [1], -1)
    expect('at' in passed && passed.at).toEqual([0, 2])
    const [group] = deep.rules
    const two = of('and', of('or', one('x')), group!)
    expect(done(moveRule(two, [1], -1))).toMatch(/^and \(or f1 .*\(or x\) @0$/)
  })
})

const SUBJECTS: RuleSubject[] = [
  { name: 'text', label: 'Text', kind: 'text' },
  { name: 'number', label: 'Number', kind: 'number' },
  { name: 'date', label: 'Date', kind: 'date' },
  {
    name: 'choice',
    label: 'Choice',
    kind: 'choice',
    choices: [
      { value: 'a', text: 'A' },
      { value: 'b', text: 'B' },
    ],
  },
  { name: 'choices', label: 'Choices', kind: 'choices', choices: [{ value: 'a', text: 'A' }] },
  { name: 'boolean', label: 'Boolean', kind: 'boolean' },
  { name: 'rating', label: 'Rating', kind: 'rating' },
  { name: 'attachment', label: 'Attachment', kind: 'attachment' },
]
const subject = (name: string) => SUBJECTS.find((candidate) => candidate.name === name)!

describe('a condition (FIELD-04)', () => {
  it('offers the operators of the kind of its field, and all twelve for a text and for what is unknown', () => {
    expect(operatorsFor(subject('text'))).toEqual(OPERATORS)
    expect(operatorsFor(undefined)).toEqual(OPERATORS)
    expect(new Set(SUBJECTS.flatMap((one) => operatorsFor(one)))).toEqual(new Set(OPERATORS))
    expect(operatorsFor(subject('boolean'))).toEqual(['isEmpty', 'isNotEmpty', 'equals', 'notEqual'])
    for (const one of SUBJECTS)
      expect([...operatorsFor(one)]).toEqual(OPERATORS.filter((operator) => operatorsFor(one).includes(operator)))
  })

  it.each<[string, Comparison, string, Comparison]>([
    [
      'keeps what fits',
      { field: 'choice', operator: 'equals', value: 'a' },
      'choices',
      { field: 'choices', operator: 'equals', value: 'a' },
    ],
    [
      'empties a value that does not',
      { field: 'choice', operator: 'equals', value: 'b' },
      'choices',
      { field: 'choices', operator: 'equals', value: null },
    ],
    [
      'keeps the part of a list that fits',
      { field: 'choice', operator: 'anyOf', value: ['a', 'b'] },
      'choices',
      { field: 'choices', operator: 'anyOf', value: ['a'] },
    ],
    [
      'gives up an operator that is not offered',
      { field: 'text', operator: 'contains', value: 'x' },
      'number',
      { field: 'number', operator: 'equals', value: null },
    ],
    [
      'has no value where there is none',
      { field: 'text', operator: 'contains', value: 'x' },
      'attachment',
      { field: 'attachment', operator: 'isEmpty' },
    ],
    [
      'keeps a number for a rating',
      { field: 'number', operator: 'greater', value: 3 },
      'rating',
      { field: 'rating', operator: 'greater', value: 3 },
    ],
    [
      'keeps no number for a day',
      { field: 'number', operator: 'greater', value: 3 },
      'date',
      { field: 'date', operator: 'greater', value: null },
    ],
  ])('%s when its field changes', (_, condition, name, expected) => {
    expect(withSubject(condition, subject(name))).toEqual(expected)
  })

  it('makes a list of a value and a value of a list when its operator changes', () => {
    const condition: Comparison = { field: 'choice', operator: 'equals', value: 'a' }
    const listed = withOperator(condition, 'anyOf', subject('choice'))
    expect(listed).toEqual({ field: 'choice', operator: 'anyOf', value: ['a'] })
    expect(withOperator(listed, 'notEqual', subject('choice'))).toEqual({ ...condition, operator: 'notEqual' })
    expect(withOperator(condition, 'isEmpty')).toEqual({ field: 'choice', operator: 'isEmpty' })
    expect(withOperator({ field: 'choice', operator: 'isEmpty' }, 'allOf')).toMatchObject({ value: [] })
  })

  it('moves a rule to another row step by step, through groups, and a group past its own rules', () => {
    const said = (query: Query): string =>
      query.rules.map((rule) => (isGroup(rule) ? `(${said(rule)})` : rule.field)).join(' ')
    const query = of('and', one('a'), of('or', one('b'), one('c')), one('d'))
    const to = (place: number[], row: number) => {
      const { query: after, at } = movedTo(query, place, row)
      const rows = rulesOf(after)
      return [said(after), rows.findIndex((found) => JSON.stringify(found.place) === JSON.stringify(at))]
    }
    expect(to([0], 1)).toEqual(['(a b c) d', 1])
    expect(to([0], 4)).toEqual(['(b c) d a', 4])
    expect(to([2], 0)).toEqual(['d a (b c)', 0])
    expect(to([2], 2)).toEqual(['a (d b c)', 2])
    expect(to([1], 0)).toEqual(['(b c) a d', 0])
    expect(to([1], 4)).toEqual(['a d (b c)', 2])
    expect(to([1], 3)).toEqual(['a (b c) d', 1])
    expect(to([0], 99)).toEqual(['(b c) d a', 4])
  })

  it('says what it lacks', () => {
    const problem = (condition: Comparison) => conditionProblem(condition, SUBJECTS)
    expect(problem({ field: '', operator: 'equals', value: 1 })).toBe('noField')
    expect(problem({ field: 'gone', operator: 'isEmpty' })).toBe('gone')
    const later = [{ name: 'next', label: 'Next', kind: 'text' as const }]
    expect(conditionProblem({ field: 'next', operator: 'isEmpty' }, SUBJECTS, later)).toBe('later')
    expect(conditionProblem({ field: 'gone', operator: 'isEmpty' }, SUBJECTS, later)).toBe('gone')
    expect(problem({ field: 'choice', operator: 'anyOf', value: [] })).toBe('noValue')
    expect(problem({ field: 'number', operator: 'equals', value: 0 })).toBeNull()
    expect(problem({ field: 'boolean', operator: 'equals', value: false })).toBeNull()
    expect(problem({ field: 'text', operator: 'isEmpty' })).toBeNull()
  })

  it('counts for nothing until it is filled in', () => {
    const todo: Comparison = { field: '', operator: 'equals', value: null }
    const noValue: Comparison = { field: 'text', operator: 'contains', value: '' }
    const query = of('or', one('text'), todo, of('and', noValue), of('and', one('gone'), todo))
    expect(completeOf(query, SUBJECTS)).toEqual(of('or', one('text'), of('and', one('gone'))))
    expect(completeOf(EMPTY_QUERY, SUBJECTS)).toEqual(EMPTY_QUERY)
  })

  it('is named if it is the first that keeps a field hidden', () => {
    expect(firstFailing(tree, { a: 1, b: 1, e: 1 })).toBeUndefined()
    expect(firstFailing(tree, { b: 1 })).toEqual(one('a'))
    expect(firstFailing(tree, { a: 1, c: 1, e: 1 })).toEqual(one('b'))
    expect(firstFailing(of('or', of('and', one('x'), one('y')), one('z')), { x: 1 })).toEqual(one('y'))
  })
})

describe('random edits', () => {
  let seed = 20_261_126
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return (seed >>> 8) % below
  }
  const condition = (): Comparison => {
    const about = SUBJECTS[random(SUBJECTS.length)]!
    const offered = operatorsFor(about)
    return withOperator(
      { field: about.name, operator: 'equals', value: ['a', 3, true, '2026-01-01', null][random(5)] },
      offered[random(offered.length)]!,
      about,
    )
  }

  it('keep every query valid, its place a rule, and nothing but the meant conditions changed', () => {
    const isValid = visibilityQuery()
    let refused = 0
    for (let round = 0; round < 20; round++) {
      let query: Query = EMPTY_QUERY
      for (let at = 0; at < 150; at++) {
        const rules = rulesOf(query)
        const place = rules[random(rules.length || 1)]?.place ?? []
        const before = rules.filter(({ rule }) => !isGroup(rule)).length
        const kinds = rules.length === 0 ? 2 : 8
        const kind = random(kinds)
        let edit: Edit
        let grown: number | null = 0
        if (kind === 0 || kind === 5) [edit, grown] = [addCondition(query, place, condition()), 1]
        else if (kind === 1 || kind === 6) [edit, grown] = [addGroup(query, place, condition()), 1]
        else if (kind === 2) edit = moveRule(query, place, random(2) === 0 ? 1 : -1)
        else if (kind === 3 && random(3) === 0) [edit, grown] = [removeRule(query, place), null]
        else if (kind === 4) edit = { query: swapCombinator(query, place), at: place }
        else {
          const rule = ruleAt(query, place)!
          edit = isGroup(rule)
            ? { query, at: place }
            : { query: setCondition(query, place, withSubject(rule, SUBJECTS[random(SUBJECTS.length)]!)), at: place }
        }
        if ('why' in edit) {
          refused++
          continue
        }
        expect(isValid(edit.query, {})).toBeNull()
        const after = rulesOf(edit.query)
        if (after.length > 0) expect(after.some((one) => isSamePlace(one.place, edit.at))).toBe(true)
        expect(after.every(({ rule }) => !isGroup(rule) || rule.rules.length > 0)).toBe(true)
        if (grown !== null) expect(countsOf(edit.query).conditions).toBe(before + grown)
        query = edit.query
        expect(firstFailing(query, {}) === undefined).toBe(evaluate(query, {}))
      }
    }
    expect(refused).toBeGreaterThan(10)
  })
})
