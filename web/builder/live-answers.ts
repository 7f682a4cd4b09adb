import type { Answers } from '@tocsin/core/form/query'
import { commentOf, filesOf } from '@tocsin/core/form/validate'
import { answerUnder, startingAnswers } from '../forms/answers'
import { same } from '@tocsin/core/base/same'
import { idOf, type Fields } from './fields'

/** The names under which something may be answered for a field of this name, whatever its type. */
const namesUnder = (name: string) => [name, filesOf({ name, type: 'text' }), commentOf(name)]

/**
 * Returns the answers that change with the fields of a form, by their names: those of a renamed field follow it, those of a
 * removed one go, and what nobody has touched is the default value.
 */
export function followingAnswers(
  before: Fields,
  after: Fields,
  answers: Answers,
  touched: ReadonlySet<number>,
): Record<string, unknown> {
  const names = new Map(after.map((field) => [idOf(field), field.name]))
  const gone: Record<string, unknown> = {}
  const moved: Record<string, unknown> = {}
  for (const field of before) {
    const to = names.get(idOf(field))
    const isShared = () => before.some((other) => other !== field && other.name === field.name)
    if (to === field.name || isShared()) continue
    const next = to === undefined ? [] : namesUnder(to)
    for (const [at, name] of namesUnder(field.name).entries()) {
      const answer = answerUnder(answers, name)
      if (answer === undefined) continue
      gone[name] = undefined
      if (next[at] !== undefined) moved[next[at]] = answer
    }
  }
  const changes = { ...gone, ...moved }
  const was = new Set(before)
  const others = after.filter((field) => !was.has(field) && !touched.has(idOf(field)))
  const starting = startingAnswers({ title: null, fields: others })
  for (const { name } of others) {
    const wanted = answerUnder(starting, name)
    if (!same(answerUnder({ ...answers, ...changes }, name), wanted)) changes[name] = wanted
  }
  return changes
}
