import { isLevelled } from './answer-text'
import type { Choice } from './choices-sheet'
import type { FormField } from './types'

/** A band of numbers: from the first to the last, both included, with the number of answers in it. */
export type Band = { from: number; to: number; count: number }

/** The summary of all answers to a question. What its kind does not have is absent. */
export type QuestionSummary = {
  name: string
  /** The number of people who answered it. */
  answered: number
  /** The number of answers with each choice, in the order of the form. Several choices of one person count for each. */
  choices?: { value: unknown; count: number }[]
  /** The number of answers that are none of the choices. */
  other?: number
  mean?: number
  median?: number
  bands?: Band[]
  /** The latest text. */
  latest?: string
}

/** The summary of a survey. `total` is the number of its results. */
export type SurveySummary = { total: number; questions: QuestionSummary[] }

/** The most values of a rating that are counted one by one. A rating with more has bands. */
const MOST_STEPS = 20

/** Returns the values that are counted one by one; undefined for a question of texts, files or any numbers. */
export function countedValues(field: FormField): unknown[] | undefined {
  const { type, options } = field
  if (type === 'checkbox') return [true, false]
  if (type === 'rating') {
    const { min = 1, max = 5, step = 1 } = (options ?? {}) as { min?: number; max?: number; step?: number }
    const steps = Math.floor((max - min) / step + 1e-9) + 1
    if (steps > MOST_STEPS) return undefined
    // The highest is shown first.
    return Array.from({ length: steps }, (_, at) => min + (steps - 1 - at) * step)
  }
  if (
    type === 'radios' ||
    type === 'dropdown' ||
    type === 'dropdown_search' ||
    type === 'checkboxes' ||
    isLevelled(field)
  )
    return ((options?.['choices'] ?? []) as readonly Choice[]).map(({ value }) => value)
  return undefined
}

/** Returns whether a question is answered by a number. */
export const isNumeric = ({ type, options }: FormField): boolean =>
  type === 'rating' || (type === 'text' && options?.['fieldType'] === 'number')

/** The number of bands that numbers are counted in, at most. */
const BANDS = 5

/**
 * Returns the first number of each band for numbers between two: at most five bands of the same width, of whole numbers
 * where the numbers are whole.
 */
export function bandStarts(least: number, most: number, isWhole: boolean): number[] {
  if (least >= most) return [least]
  const width = isWhole ? Math.ceil((most - least + 1) / BANDS) : (most - least) / BANDS
  const count = isWhole ? Math.ceil((most - least + 1) / width) : BANDS
  return Array.from({ length: count }, (_, at) => least + at * width)
}
