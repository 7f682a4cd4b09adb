import { isEmpty } from '../vocabulary/empty'
import { isDay } from './days'
import {
  ALONE,
  evaluate,
  isGroup,
  LISTED,
  MAX_QUERY_DEPTH,
  MAX_QUERY_RULES,
  OPERATORS,
  type Answers,
  type Comparison,
  type Operator,
  type Query,
} from './query'
import type { RuleSubject, SubjectKind } from './query-subjects'

export type Rule = Comparison | Query

/** The place of a rule: its index in every group from the outermost one. The outermost group has the empty place. */
export type Place = readonly number[]

/** A changed query and the place of the rule that was worked on; or the reason why nothing changed. */
export type Edit = { query: Query; at: Place } | { why: 'rules' | 'depth' | 'first' | 'last' }

export const EMPTY_QUERY: Query = { combinator: 'and', rules: [] }
export const EMPTY_CONDITION: Comparison = { field: '', operator: 'equals', value: null }

/** Returns the rule at a place; undefined where there is none. */
export function ruleAt(query: Query, place: Place): Rule | undefined {
  let rule: Rule | undefined = query
  for (const at of place) rule = rule && isGroup(rule) ? rule.rules[at] : undefined
  return rule
}

/** Returns every rule with its place, in the order in which they are read. */
export function rulesOf(query: Query, place: Place = []): { rule: Rule; place: Place }[] {
  return query.rules.flatMap((rule, at) => {
    const here = [...place, at]
    return [{ rule, place: here }, ...(isGroup(rule) ? rulesOf(rule, here) : [])]
  })
}

/** Returns the names of what the conditions of a query look at, each once. */
export const namesOf = (query: Query): string[] => [
  ...new Set(rulesOf(query).flatMap(({ rule }) => (isGroup(rule) || rule.field === '' ? [] : rule.field))),
]

const countOf = (rule: Rule): number => (isGroup(rule) ? rule.rules.reduce((sum, one) => sum + countOf(one), 0) : 1)

/** Returns the number of conditions of a query, and of its groups within the outermost one. */
export const countsOf = (query: Query): { conditions: number; groups: number } => ({
  conditions: countOf(query),
  groups: rulesOf(query).filter(({ rule }) => isGroup(rule)).length,
})

/** Returns how many groups a rule consists of, one within the other. */
const depthOf = (rule: Rule): number => (isGroup(rule) ? 1 + Math.max(0, ...rule.rules.map(depthOf)) : 0)

/** Returns the query with other rules in the group at a place. A group that loses its last rule goes as well. */
function withRules(query: Query, place: Place, change: (rules: readonly Rule[]) => readonly Rule[]): Query {
  const [at, ...rest] = place
  if (at === undefined) return { ...query, rules: change(query.rules) }
  return {
    ...query,
    rules: query.rules.flatMap((rule, index) => {
      if (index !== at || !isGroup(rule)) return [rule]
      const changed = withRules(rule, rest, change)
      return changed.rules.length === 0 && rule.rules.length > 0 ? [] : [changed]
    }),
  }
}

const inserted = (query: Query, [...place]: Place, rule: Rule): Query => {
  const at = place.pop()!
  return withRules(query, place, (rules) => [...rules.slice(0, at), rule, ...rules.slice(at)])
}

const without = (query: Query, place: Place): Query =>
  withRules(query, place.slice(0, -1), (rules) => rules.filter((_, index) => index !== place.at(-1)))

const replaced = (query: Query, place: Place, rule: Rule): Query =>
  place.length === 0 && isGroup(rule)
    ? rule
    : withRules(query, place.slice(0, -1), (rules) => rules.map((one, at) => (at === place.at(-1) ? rule : one)))

/** Returns the place for a new rule: behind a condition, at the end of a group. */
function placeAfter(query: Query, place: Place): Place {
  const rule = ruleAt(query, place)
  if (rule && isGroup(rule)) return [...place, rule.rules.length]
  return [...place.slice(0, -1), (place.at(-1) ?? -1) + 1]
}

/** Returns why no condition or group can be added after a place: there are enough conditions, or groups within groups. */
export function whyNotAdd(query: Query, after: Place, what: 'condition' | 'group'): 'rules' | 'depth' | null {
  if (countOf(query) >= MAX_QUERY_RULES) return 'rules'
  return what === 'group' && placeAfter(query, after).length >= MAX_QUERY_DEPTH ? 'depth' : null
}

/** Adds a condition behind the condition at a place, or at the end of the group there. */
export function addCondition(query: Query, after: Place, condition: Comparison = EMPTY_CONDITION): Edit {
  const why = whyNotAdd(query, after, 'condition')
  if (why) return { why }
  const at = placeAfter(query, after)
  return { query: inserted(query, at, condition), at }
}

/** Adds a group with one condition. It is joined in the other way than the group around it. */
export function addGroup(query: Query, after: Place, condition: Comparison = EMPTY_CONDITION): Edit {
  const why = whyNotAdd(query, after, 'group')
  if (why) return { why }
  const place = placeAfter(query, after)
  const outer = ruleAt(query, place.slice(0, -1)) as Query
  const group: Query = { combinator: outer.combinator === 'and' ? 'or' : 'and', rules: [condition] }
  return { query: inserted(query, place, group), at: [...place, 0] }
}

/** Removes the rule at a place. The place of the answer is that of the next rule, or of the one before. */
export function removeRule(query: Query, place: Place): { query: Query; at: Place } {
  const before = rulesOf(query)
  const index = before.findIndex((one) => isSamePlace(one.place, place))
  const changed = without(query, place)
  const after = rulesOf(changed)
  // The groups that went with their last rule stood before it.
  const start = index - Math.max(0, before.length - after.length - sizeOf(before[index]!.rule))
  return { query: changed, at: after[Math.min(Math.max(start, 0), after.length - 1)]?.place ?? [] }
}

const sizeOf = (rule: Rule): number => 1 + (isGroup(rule) ? rulesOf(rule).length : 0)

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.length === other.length && one.every((at, index) => at === other[index])

/**
 * Moves a rule by one place in the order of reading: into a group that follows, out of its own group at the end of that,
 * otherwise past the next rule. A group that would lie too deep passes the other one.
 */
export function moveRule(query: Query, place: Place, by: 1 | -1): Edit {
  const rule = ruleAt(query, place)!
  const [group, at] = [place.slice(0, -1), place.at(-1)!]
  const beside = ruleAt(query, [...group, at + by])
  if (beside && isGroup(beside) && place.length + depthOf(rule) < MAX_QUERY_DEPTH) {
    const inner = [...group, at + by, by === 1 ? 0 : beside.rules.length]
    const changed = inserted(query, inner, rule)
    // The rule itself leaves, so the group after it moves up by one.
    return { query: without(changed, place), at: by === 1 ? [...group, at, 0] : inner }
  }
  if (beside) {
    const changed = inserted(without(query, place), [...group, at + by], rule)
    return { query: changed, at: [...group, at + by] }
  }
  if (group.length === 0) return { why: by === 1 ? 'last' : 'first' }
  // It is inserted before it leaves, so that the outer group never loses its last rule.
  const outer = [...group.slice(0, -1), group.at(-1)! + (by === 1 ? 1 : 0)]
  const left = by === 1 ? place : [...group.slice(0, -1), group.at(-1)! + 1, at]
  // A group that it leaves empty goes, and it takes the place of that group.
  const isAlone = (ruleAt(query, group) as Query).rules.length === 1
  return {
    query: without(inserted(query, outer, rule), left),
    at: isAlone && by === 1 ? group : outer,
  }
}

/** Moves a rule step by step until it is in a row, as far as it can go. Rows count in the order of reading. */
export function movedTo(query: Query, place: Place, row: number): { query: Query; at: Place } {
  let now = { query, at: place }
  for (let steps = 0; steps < MAX_QUERY_RULES * 2; steps++) {
    const from = rulesOf(now.query).findIndex((one) => isSamePlace(one.place, now.at))
    const size = sizeOf(ruleAt(now.query, now.at)!)
    // A group is where its own rules are.
    if (row >= from && row < from + size) return now
    const edit = moveRule(now.query, now.at, row > from ? 1 : -1)
    if ('why' in edit) return now
    now = edit
  }
  return now
}

/** Swaps "and" and "or": of the group at a place, or of the group around the condition there. */
export function swapCombinator(query: Query, place: Place): Query {
  const rule = ruleAt(query, place)
  const at = rule && isGroup(rule) ? place : place.slice(0, -1)
  const group = ruleAt(query, at) as Query
  return replaced(query, at, { ...group, combinator: group.combinator === 'and' ? 'or' : 'and' })
}

/** Changes the condition at a place. */
export const setCondition = (query: Query, place: Place, condition: Comparison): Query =>
  replaced(query, place, condition)

const ORDERED: readonly Operator[] = ['greater', 'lesser', 'greaterOrEqual', 'lessOrEqual']
const MEASURED: readonly Operator[] = ['isEmpty', 'isNotEmpty', 'equals', 'notEqual', 'anyOf', ...ORDERED]

const OFFERED: Readonly<Record<SubjectKind, readonly Operator[]>> = {
  // A text may hold a number or a day.
  text: OPERATORS,
  number: MEASURED,
  date: MEASURED,
  rating: MEASURED,
  choice: ['isEmpty', 'isNotEmpty', 'equals', 'notEqual', 'anyOf'],
  choices: ['isEmpty', 'isNotEmpty', 'equals', 'notEqual', 'contains', 'notContains', 'anyOf', 'allOf'],
  boolean: ['isEmpty', 'isNotEmpty', 'equals', 'notEqual'],
  attachment: ['isEmpty', 'isNotEmpty'],
}

/** Returns the operators for a subject, in the order of the specification; all of them for an unknown one. */
export const operatorsFor = (subject: RuleSubject | undefined): readonly Operator[] =>
  subject ? OFFERED[subject.kind] : OPERATORS

/** Returns a condition about another subject, with its operator and its value where they still make sense. */
export function withSubject({ operator, value }: Comparison, subject: RuleSubject): Comparison {
  const offered = operatorsFor(subject)
  const kept = offered.includes(operator) ? operator : offered.includes('equals') ? 'equals' : offered[0]!
  return conditionOf(subject.name, kept, value, subject)
}

/** Returns a condition with another operator, with its value where that still makes sense. */
export const withOperator = ({ field, value }: Comparison, operator: Operator, subject?: RuleSubject): Comparison =>
  conditionOf(field, operator, value, subject)

function conditionOf(field: string, operator: Operator, value: unknown, subject: RuleSubject | undefined): Comparison {
  if (ALONE.has(operator)) return { field, operator }
  const values = (isEmpty(value) ? [] : Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (one) => subject === undefined || isFitting(one, subject),
  )
  return { field, operator, value: LISTED.has(operator) ? values : (values[0] ?? null) }
}

/** Returns whether a single value can be compared with the answers of a subject. */
function isFitting(value: unknown, { kind, choices }: RuleSubject): boolean {
  switch (kind) {
    case 'number':
    case 'rating':
      return typeof value === 'number'
    case 'date':
      return typeof value === 'string' && isDay(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'choice':
    case 'choices':
      return typeof value === 'string' && (choices === undefined || choices.some((one) => one.value === value))
    case 'text':
    case 'attachment':
      return typeof value === 'string'
  }
}

/**
 * Returns the reason why a condition is not complete: it has no field, one that is gone or among those that do not come
 * before, or no value.
 */
export function conditionProblem(
  { field, operator, value }: Comparison,
  subjects: readonly RuleSubject[],
  later: readonly RuleSubject[] = [],
): 'noField' | 'gone' | 'later' | 'noValue' | null {
  if (field === '') return 'noField'
  const isField = ({ name }: RuleSubject) => name === field
  if (!subjects.some(isField)) return later.some(isField) ? 'later' : 'gone'
  return !ALONE.has(operator) && isEmpty(value) ? 'noValue' : null
}

/**
 * Returns the part of a query that says something yet: without the conditions that are still to be filled in, and without
 * the groups of which nothing else is left.
 */
export const completeOf = (query: Query, subjects: readonly RuleSubject[]): Query => ({
  ...query,
  rules: query.rules.flatMap((rule): Rule[] => {
    if (!isGroup(rule)) return isUnfinished(rule, subjects) ? [] : [rule]
    const complete = completeOf(rule, subjects)
    return complete.rules.length === 0 && rule.rules.length > 0 ? [] : [complete]
  }),
})

const isUnfinished = (rule: Comparison, subjects: readonly RuleSubject[]): boolean => {
  const problem = conditionProblem(rule, subjects)
  return problem === 'noField' || problem === 'noValue'
}

/** Returns whether a rule holds by itself for some answers. */
export const isTrue = (rule: Rule, answers: Answers): boolean => evaluate({ combinator: 'and', rules: [rule] }, answers)

/** Returns the first condition for which a query does not hold; undefined if it holds. */
export function firstFailing(query: Query, answers: Answers): Comparison | undefined {
  if (evaluate(query, answers)) return undefined
  const rule = query.rules.find((one) => !isTrue(one, answers))
  return rule && isGroup(rule) ? firstFailing(rule, answers) : rule
}
