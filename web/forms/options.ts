import { isEmpty } from '@tocsin/core/vocabulary/empty'
import type { Choice } from '@tocsin/core/form/choices-sheet'
import type { FormField } from '@tocsin/core/form/types'

// A form may be half edited, or stored by an earlier version: an option counts only where it has its type.

type Fielded = Pick<FormField, 'options'>

const optionOf = ({ options }: Fielded, name: string): unknown => options?.[name] ?? undefined

/** Returns an option that is a text, undefined where it is empty. */
export function textOption(field: Fielded, name: string): string | undefined {
  const value = optionOf(field, name)
  return typeof value === 'string' && !isEmpty(value) ? value : undefined
}

export function numberOption(field: Fielded, name: string): number | undefined {
  const value = optionOf(field, name)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export const isOn = (field: Fielded, name: string): boolean => optionOf(field, name) === true

const isChoice = (choice: unknown): choice is Choice =>
  typeof choice === 'object' && choice !== null && typeof (choice as Choice).value === 'string'

/** Returns those of some choices that can be chosen. */
const wholeChoices = (choices: unknown): Choice[] => (Array.isArray(choices) ? choices.filter(isChoice) : [])

export const choicesOf = (field: Fielded): Choice[] => wholeChoices(optionOf(field, 'choices'))
export const choicesWithin = ({ choices }: Choice): Choice[] => wholeChoices(choices)

/** Returns the text of a choice. One that is being written may have none yet. */
export const textOf = ({ text, value }: Choice): string => (typeof text === 'string' && text !== '' ? text : value)

/** Returns the question of a field. One that is being written may have none yet. */
export const titleOf = ({ title, name }: FormField): string =>
  typeof title === 'string' && !isEmpty(title) ? title : name
