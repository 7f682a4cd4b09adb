import type { Form, FormField } from './types'
import { isEmpty } from '../vocabulary/empty'
import { isRecord } from '../vocabulary/kind-reasons'
import type { Reason } from '../vocabulary/resource'
import type { Choice } from './choices-sheet'
import { isDay } from './days'
import { fillsMask } from './masks'
import { isCnpj, isCpf } from './national-ids'
import { shownFields } from './pages'
import { MAX_MATCHED, patternFor } from './patterns'
import type { Answers } from './query'

/**
 * A problem of an answer. `said` is the sentence that the author of the form wrote for it, which is shown instead of ours.
 */
export type AnswerProblem = Reason & { field: string; said?: string }

/** The end of the name under which the comment on a field is answered. A field's own name has no hyphen. */
const COMMENT = '-comment'
export const commentOf = (name: string): string => name + COMMENT

/** The end of the name under which the attachments of a field that asks for something else are answered. */
const FILES = '-files'
export const filesOf = ({ name, type }: Pick<FormField, 'name' | 'type'>): string =>
  type === 'attachment' ? name : name + FILES

/** A field's options, which are absent where they are empty. */
type Options = Readonly<Record<string, unknown>>
type Check = (answer: unknown, options: Options) => Reason | null

/**
 * Returns the answers that a form takes, and their problems. The answers of hidden fields, empty ones and those to unknown
 * fields are left out and are no problem. `patterns` have to be loaded (`loadPatterns`).
 */
export function validate({ fields }: Form, given: Answers): { answers: Answers; problems: AnswerProblem[] } {
  const answers: Record<string, unknown> = {}
  const problems: AnswerProblem[] = []
  for (const field of shownFields(fields, given)) {
    const { name } = field
    const options: Options = field.options ?? {}
    const answer = Object.hasOwn(given, name) ? given[name] : undefined
    if (isUnanswered(field, answer)) {
      if (field.required === true || needsAttachment(field))
        problems.push({ field: name, key: 'formErrors.required', ...saying(options['requiredErrorText']) })
    } else {
      const problem = problemOf(field, answer, options)
      if (problem) problems.push({ field: name, ...problem })
      answers[name] = answer
    }
    if (options['allowAttachments'] === true && field.type !== 'attachment') {
      const files = given[filesOf(field)]
      const problem = attachments(files ?? [], options)
      if (problem) problems.push({ field: filesOf(field), ...problem })
      else if (!isEmpty(files)) answers[filesOf(field)] = files
    }
    const comment = given[commentOf(name)]
    if (options['allowComments'] !== true || isEmpty(comment)) continue
    if (typeof comment !== 'string' || comment.length > MAX_MATCHED)
      problems.push({ field: commentOf(name), ...longerThan(MAX_MATCHED) })
    else answers[commentOf(name)] = comment
  }
  return { answers, problems }
}

/** Returns the default value of a field as an answer; undefined if it has none, or one that it does not take. */
export function defaultAnswer(field: FormField): unknown {
  const value = field.options?.['defaultValue']
  if (isEmpty(value)) return undefined
  // Each answer may be incomplete at first, and patterns load late.
  const options = { ...field.options, visibleIfQuery: null, validators: null, allowAttachments: false }
  const { answers, problems } = validate({ fields: [{ ...field, required: false, options }] }, { [field.name]: value })
  return problems.length === 0 && Object.hasOwn(answers, field.name) ? value : undefined
}

const saying = (said: unknown): { said?: string } => (typeof said === 'string' && !isEmpty(said) ? { said } : {})

/** A box that was not ticked answers nothing: a required one has to be ticked. */
const isUnanswered = ({ type }: FormField, answer: unknown): boolean =>
  isEmpty(answer) || (type === 'checkbox' && answer === false)

/** Returns whether a field takes attachments alone and wants at least one (FIELD-12). */
const needsAttachment = ({ type, options }: FormField): boolean =>
  type === 'attachment' && (options?.['attachmentMandatory'] === 'all' || options?.['attachmentMandatory'] === 'some')

const wrongType: Reason = { key: 'formErrors.type' }
const longerThan = (max: number): Reason => ({ key: 'formErrors.maxLength', values: { max } })

function problemOf(field: FormField, answer: unknown, options: Options): (Reason & { said?: string }) | null {
  const reason = CHECKS[field.type](answer, options)
  if (reason) return reason
  const validators = options['validators']
  if (!Array.isArray(validators) || typeof answer !== 'string') return null
  for (const validator of validators) {
    if (!isRecord(validator) || passes(validator, answer)) continue
    return {
      key: `formErrors.${validator['type'] === 'regex' ? 'regex' : String(validator['type'])}`,
      ...saying(validator['text']),
    }
  }
  return null
}

function passes({ type, regex }: Options, answer: string): boolean {
  if (type === 'cpf') return isCpf(answer)
  if (type === 'cnpj') return isCnpj(answer)
  // A stored pattern that does not compile is never run.
  const pattern = type === 'regex' && typeof regex === 'string' ? patternFor(regex) : null
  return pattern === null || pattern(answer)
}

/** The largest number that is an answer, above zero and below. */
const MOST_NUMBER = 1e15

const within = (answer: number, options: Options): Reason | null => {
  const [min, max] = [options['min'] ?? -MOST_NUMBER, options['max'] ?? MOST_NUMBER]
  if (typeof min === 'number' && answer < min) return { key: 'formErrors.minValue', values: { min } }
  return typeof max === 'number' && answer > max ? { key: 'formErrors.maxValue', values: { max } } : null
}

const text: Check = (answer, options) => {
  const { fieldType, mask, limit } = options
  if (fieldType === 'number') {
    if (typeof answer !== 'number' || !Number.isFinite(answer)) return { key: 'formErrors.number' }
    return within(answer, options)
  }
  if (typeof answer !== 'string') return wrongType
  if (fieldType === 'date') return isDay(answer) ? null : { key: 'formErrors.day' }
  const most = typeof limit === 'number' ? Math.min(limit, MAX_MATCHED) : MAX_MATCHED
  if (answer.length > most) return longerThan(most)
  if (fieldType === 'maskedText' && typeof mask === 'string' && !isEmpty(mask) && !fillsMask(mask, answer))
    return { key: 'formErrors.mask', values: { mask } }
  return null
}

const choicesOf = (options: Options) => (Array.isArray(options['choices']) ? options['choices'] : []) as Choice[]

/** Returns whether a text is a value of one of the choices, or the text of another one where the field takes that. */
const isChoice = (answer: unknown, choices: readonly Choice[], options: Options): boolean =>
  typeof answer === 'string' &&
  answer.length <= MAX_MATCHED &&
  (options['hasOther'] === true || choices.some(({ value }) => value === answer))

const notChosen: Reason = { key: 'formErrors.choice' }
const one: Check = (answer, options) => (isChoice(answer, choicesOf(options), options) ? null : notChosen)
const several: Check = (answer, options) => {
  if (!Array.isArray(answer)) return wrongType
  const choices = choicesOf(options)
  const known = new Set(choices.map(({ value }) => value))
  const others = answer.filter((value) => !known.has(value as string))
  // One text of the person's own may stand beside the choices.
  const isTaken = others.length <= 1 && others.every((value) => isChoice(value, choices, options))
  return isTaken && new Set(answer).size === answer.length ? null : notChosen
}
/** One value for each level, from the first: a level without a value ends the answer. */
const levels: Check = (answer, options) => {
  if (!Array.isArray(answer)) return wrongType
  let choices: readonly Choice[] = choicesOf(options)
  for (const value of answer) {
    const found = choices.find((choice) => choice.value === value)
    if (!found) return notChosen
    choices = found.choices ?? []
  }
  return null
}

/** An attachment is named by its type and its address. */
const attachments: Check = (answer, options) => {
  if (!Array.isArray(answer)) return wrongType
  const { attachmentQty: most, attachmentTypes: types, attachmentMandatory: mandatory } = options
  if (typeof most === 'number' && answer.length > most) return { key: 'formErrors.maxItems', values: { max: most } }
  const allowed = Array.isArray(types) ? types : []
  const has = new Set<unknown>()
  for (const attached of answer) {
    if (!isRecord(attached) || typeof attached['url'] !== 'string') return wrongType
    if (!allowed.includes(attached['type']))
      return { key: 'formErrors.listOf', values: { choices: allowed.join(', ') } }
    has.add(attached['type'])
  }
  const missing =
    mandatory === 'all' || (mandatory === 'some' && has.size === 0) ? allowed.filter((type) => !has.has(type)) : []
  return missing.length > 0 ? { key: 'formErrors.attachmentMissing', values: { types: missing.join(', ') } } : null
}

const CHECKS: Readonly<Record<FormField['type'], Check>> = {
  text,
  textarea: (answer, options) => text(answer, { limit: options['limit'] }),
  checkbox: (answer) => (typeof answer === 'boolean' ? null : wrongType),
  checkboxes: several,
  radios: one,
  dropdown: one,
  dropdown_search: one,
  multilayer_dropdown: levels,
  multilayer_dropdown_search: levels,
  rating: (answer, options) => {
    const { min = 1, max = 5, step = 1 } = options as { min?: number; max?: number; step?: number }
    if (typeof answer !== 'number' || !Number.isFinite(answer)) return { key: 'formErrors.number' }
    const off = (answer - min) / step
    return within(answer, { min, max }) ?? (Math.abs(off - Math.round(off)) < 1e-9 ? null : notChosen)
  },
  attachment: attachments,
}

/** Returns whether a value is a type of fields. */
export const isFieldType = (type: unknown): type is FormField['type'] =>
  typeof type === 'string' && Object.hasOwn(CHECKS, type)
