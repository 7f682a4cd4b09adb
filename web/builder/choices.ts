import type { Choice } from '@tocsin/core/form/choices-sheet'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import { valueFrom, type PastedChoice } from './texts'

export type Choices = readonly Choice[]

/** Returns the choices in a value that may be anything. */
export const choicesIn = (value: unknown): Choices => (Array.isArray(value) ? value.filter(isRecord) : []) as Choice[]

/** Returns the choices of a level: those within the choices at these places. */
export const levelAt = (choices: Choices, trail: readonly number[]): Choices =>
  trail.reduce<Choices>((level, at) => choicesIn(level[at]?.choices), choices)

/** A choice whose level is open: its value, and its place when it was opened. */
export type Opened = { value: unknown; place: number }

/** Returns the opened choices that lie at these places, each within the one before. */
export const openedAt = (choices: Choices, trail: readonly number[]): Opened[] =>
  trail.map((place, depth) => ({ place, value: levelAt(choices, trail.slice(0, depth))[place]?.value }))

/**
 * Returns the places of opened choices, each within the one before; null where one of them is gone. They are found by
 * their values, since choices move. The place decides between choices with the same value.
 */
export function placesOf(choices: Choices, opened: readonly Opened[]): number[] | null {
  const trail: number[] = []
  for (const { value, place } of opened) {
    const level = levelAt(choices, trail)
    const at = level[place] && level[place].value === value ? place : level.findIndex((one) => one.value === value)
    if (at < 0) return null
    trail.push(at)
  }
  return trail
}

/** Returns all choices with those of one level replaced. */
export function withLevel(choices: Choices, trail: readonly number[], next: Choices): Choices {
  const [at, ...rest] = trail
  if (at === undefined) return next
  const choice = choices[at]
  if (!choice) return choices
  const inner = withLevel(choicesIn(choice.choices), rest, next)
  const { choices: _, ...alone } = choice
  return choices.toSpliced(at, 1, inner.length > 0 ? { ...alone, choices: [...inner] } : alone)
}

/** Returns the number of choices of all levels together. */
export const countOf = (choices: Choices): number =>
  choices.reduce((sum, choice) => sum + 1 + countOf(choicesIn(choice.choices)), 0)

const valuesOf = (choices: Choices) => new Set(choices.map(({ value }) => value))

/** Returns choices with the value of one filled from its text, once: a value that is there stays (FIELD-09). */
export function withValueFilled(choices: Choices, at: number): Choices {
  const choice = choices[at]
  if (!choice || (choice.value ?? '') !== '' || (choice.text ?? '').trim() === '') return choices
  const value = valueFrom(choice.text, valuesOf(choices.toSpliced(at, 1)))
  return choices.with(at, { ...choice, value })
}

/** Returns choices with one moved to another's place. */
export function withMoved(choices: Choices, from: number, to: number): Choices {
  const choice = choices[from]
  return choice && choices[to] && from !== to ? choices.toSpliced(from, 1).toSpliced(to, 0, choice) : choices
}

/** Returns choices with pasted rows at a place: the first in place of the choice there, the others behind it. */
export function withPasted(choices: Choices, at: number, pasted: readonly PastedChoice[]): Choices {
  const before = choices[at]
  const rest = choices.toSpliced(at, before ? 1 : 0)
  const taken = valuesOf(rest)
  const rows = pasted.map(({ text, value }, index): Choice => {
    const given = value || (index === 0 && before?.value) || valueFrom(text, taken)
    taken.add(given)
    return { ...(index === 0 ? before : undefined), text, value: given }
  })
  return rest.toSpliced(at, 0, ...rows)
}

/** The changes that a sheet makes to the choices of a field, by their values and levels. */
export type SheetPlan = { total: number; isNew: number; kept: number; renamed: number; gone: number }

/** Returns what would change if the choices of a sheet replaced those of a field. */
export function planOf(before: Choices, after: Choices): SheetPlan {
  const was = byPath(before)
  const is = byPath(after)
  const both = [...is].filter(([path]) => was.has(path))
  const kept = both.filter(([path, text]) => was.get(path) === text).length
  return {
    total: is.size,
    isNew: is.size - both.length,
    kept,
    renamed: both.length - kept,
    gone: [...was.keys()].filter((path) => !is.has(path)).length,
  }
}

/** Returns the texts of choices by the values that lead to them. */
function byPath(choices: Choices, path = '', found = new Map<string, string>()): Map<string, string> {
  for (const { text, value, choices: inner } of choices) {
    const here = `${path}\n${value}`
    found.set(here, text)
    byPath(choicesIn(inner), here, found)
  }
  return found
}
