import type { FormField } from './types'
import { isEmpty } from '../vocabulary/empty'
import { evaluate, type Answers, type Query } from './query'

type Shown = Pick<FormField, 'name' | 'options'>

const queryOf = ({ options }: Shown) => (options?.['visibleIfQuery'] ?? null) as Query | null

/**
 * Returns the fields that are shown for some answers, in their order. A field's rules look at earlier fields; one of those
 * that is hidden counts as empty, whatever was answered before.
 */
export function shownFields<F extends Shown>(fields: readonly F[], answers: Answers): F[] {
  const counted: Record<string, unknown> = {}
  return fields.filter((field) => {
    const isShown = evaluate(queryOf(field), counted)
    if (isShown && Object.hasOwn(answers, field.name)) counted[field.name] = answers[field.name]
    return isShown
  })
}

/** Returns the fields page by page: a field with `pageBreak` begins a page. */
export function pagesOf<F extends Pick<FormField, 'pageBreak'>>(fields: readonly F[]): F[][] {
  const pages: F[][] = []
  for (const field of fields)
    if (field.pageBreak === true || pages.length === 0) pages.push([field])
    else pages.at(-1)!.push(field)
  return pages
}

/** Returns the pages with their shown fields alone. A page without any is passed over. */
export function shownPages<F extends Shown & Pick<FormField, 'pageBreak'>>(
  fields: readonly F[],
  answers: Answers,
): F[][] {
  const shown = new Set<F>(shownFields(fields, answers))
  return pagesOf(fields)
    .map((page) => page.filter((field) => shown.has(field)))
    .filter((page) => !isEmpty(page))
}
