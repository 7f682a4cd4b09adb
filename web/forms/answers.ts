import { shownPages } from '@tocsin/core/form/pages'
import type { Answers } from '@tocsin/core/form/query'
import type { Form, FormField } from '@tocsin/core/form/types'
import { commentOf, defaultAnswer, filesOf, validate } from '@tocsin/core/form/validate'

/** Returns the answer under a name, which may be that of an inherited property. */
export const answerUnder = (answers: Answers, name: string): unknown =>
  Object.hasOwn(answers, name) ? answers[name] : undefined

/** Returns the answers that a form begins with: the default values of its fields, where they are answers. */
export function startingAnswers({ fields }: Form): Answers {
  const answers: Record<string, unknown> = {}
  for (const field of fields) {
    const value = defaultAnswer(field)
    if (value !== undefined) answers[field.name] = value
  }
  return answers
}

const validatorsOf = ({ options }: FormField): { type?: unknown }[] =>
  Array.isArray(options?.['validators']) ? (options['validators'] as { type?: unknown }[]) : []

/** Returns whether a form has a pattern, for which the engine is needed. */
export const hasPattern = ({ fields }: Form): boolean =>
  fields.some((field) => validatorsOf(field).some((validator) => validator?.type === 'regex'))

/** Returns whether a form takes attachments, for which more is loaded. */
export const hasAttachments = ({ fields }: Form): boolean =>
  fields.some(({ type, options }) => type === 'attachment' || options?.['allowAttachments'] === true)

/**
 * Returns a form as it can be checked here: without its patterns while their engine is not loaded. The server checks them
 * again.
 */
export const checkable = (form: Form, hasEngine: boolean): Form =>
  hasEngine || !hasPattern(form)
    ? form
    : {
        ...form,
        fields: form.fields.map((field) => ({
          ...field,
          options: {
            ...field.options,
            validators: validatorsOf(field).filter((validator) => validator?.type !== 'regex'),
          },
        })),
      }

/** The names under which a field is answered: its own, and those of what stands beside it. */
export const namesOf = (field: FormField): string[] => [field.name, filesOf(field), commentOf(field.name)]

/** Where a step leads: to another page, to an answer with a problem, or to the end, with the answers that are sent. */
export type Step =
  | { to: 'page'; page: number }
  | { to: 'problem'; page: number; name: string }
  | { to: 'end'; answers: Answers }

/**
 * Returns where the step from a page leads, with the names of all answers that were checked for it: those of the page, and
 * on the last page those of every page, since an earlier answer may have been changed.
 */
export function stepFrom(
  form: Form,
  answers: Answers,
  page: number,
  hasEngine: boolean,
): { step: Step; told: string[] } {
  const pages = shownPages(form.fields, answers)
  const isLast = page >= pages.length - 1
  const told = (isLast ? pages.flat() : (pages[page] ?? [])).flatMap(namesOf)
  const checked = validate(checkable(form, hasEngine), answers)
  const wanted = new Set(told)
  const wrong = checked.problems.find(({ field }) => wanted.has(field))
  if (!wrong) return { told, step: isLast ? { to: 'end', answers: checked.answers } : { to: 'page', page: page + 1 } }
  const at = pages.findIndex((one) => one.some((field) => namesOf(field).includes(wrong.field)))
  return { told, step: { to: 'problem', page: at, name: wrong.field } }
}
