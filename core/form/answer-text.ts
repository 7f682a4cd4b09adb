import { FILES_PATH } from '../vocabulary/files'
import { isRecord } from '../vocabulary/kind-reasons'
import type { Choice } from './choices-sheet'
import type { FormField } from './types'
import { commentOf, filesOf } from './validate'

/** The words for a box that was ticked, and for one that was not. */
export type Ticks = { yes: string; no: string }

/**
 * Returns an answer as a person reads it: the texts of its choices instead of their values, the levels of a choice in their
 * order, the addresses of files. `field` is undefined for a question that the form no longer has.
 */
export function answerText(field: FormField | undefined, answer: unknown, ticks: Ticks): string {
  if (answer === null || answer === undefined) return ''
  if (typeof answer === 'boolean') return answer ? ticks.yes : ticks.no
  const choices = (field?.options?.['choices'] ?? []) as readonly Choice[]
  if (isLevelled(field) && Array.isArray(answer)) return levelTexts(choices, answer).join(' › ')
  const text = (value: unknown): string => {
    if (isRecord(value))
      return typeof value['url'] === 'string' ? withoutSignature(value['url']) : JSON.stringify(value)
    return choices.find((choice) => choice.value === value)?.text ?? String(value)
  }
  return Array.isArray(answer) ? answer.map(text).join('; ') : text(answer)
}

/** Returns the address of a file without the signature, which is worth nothing a few minutes later. */
const withoutSignature = (url: string): string => (url.startsWith(FILES_PATH) ? url.replace(/\?.*$/, '') : url)

/** Returns whether a field is answered by a value for each level of its choices. */
export const isLevelled = (field: FormField | undefined): boolean =>
  field?.type === 'multilayer_dropdown' || field?.type === 'multilayer_dropdown_search'

function levelTexts(choices: readonly Choice[], values: readonly unknown[]): string[] {
  let level: readonly Choice[] = choices
  return values.map((value) => {
    const found = level.find((choice) => choice.value === value)
    level = found?.choices ?? []
    return found?.text ?? String(value)
  })
}

/** A column of answers: the key of its values, the question that it belongs to, and which part of that it has. */
export type AnswerColumn = { key: string; field: FormField | undefined; part: 'answer' | 'files' | 'comment' }

/**
 * Returns the columns of the answers to a form, in its order; then the answers whose questions the form no longer has.
 * `answered` are the keys of the answers: comments and files have a column if anybody gave any.
 */
export function answerColumns(fields: readonly FormField[], answered: ReadonlySet<string>): AnswerColumn[] {
  const columns = fields.flatMap((field): AnswerColumn[] => {
    const [files, comment] = [filesOf(field), commentOf(field.name)]
    return [
      { key: field.name, field, part: 'answer' },
      ...(files !== field.name && answered.has(files) ? [{ key: files, field, part: 'files' } as const] : []),
      ...(answered.has(comment) ? [{ key: comment, field, part: 'comment' } as const] : []),
    ]
  })
  const known = new Set(columns.map(({ key }) => key))
  const gone = [...answered].filter((key) => !known.has(key))
  return [...columns, ...gone.map((key): AnswerColumn => ({ key, field: undefined, part: 'answer' }))]
}
