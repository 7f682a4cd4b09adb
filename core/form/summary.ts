import { isLevelled } from './answer-text'
import type { Choice } from './choices-sheet'
import { ratingSteps } from './rating'
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

/** Returns the values that are counted one by one; undefined for a question of texts, files or any numbers. */
export function countedValues(field: FormField): unknown[] | undefined {
  const { type, options } = field
  // A box without a tick answers nothing.
  if (type === 'checkbox') return [true]
  if (type === 'rating') {
    const steps = ratingSteps(options)
    // The highest is shown first.
    return steps.length > 0 ? steps.reverse() : undefined
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
  // The two ends may be further apart than the largest number.
  if (!isWhole || most - least > Number.MAX_SAFE_INTEGER)
    return Array.from({ length: BANDS }, (_, at) => least * (1 - at / BANDS) + most * (at / BANDS))
  const width = Math.ceil((most - least + 1) / BANDS)
  return Array.from({ length: Math.ceil((most - least + 1) / width) }, (_, at) => least + at * width)
}
