import type { Choice } from './choices-sheet'
import { pagesOf } from './pages'
import type { Query } from './query'
import type { FieldType, Form } from './types'

/** A page of a form in the words of A-085. */
export type ReadingPage = {
  elements: {
    name: string
    type: FieldType
    title: string
    isRequired: boolean
    choices?: readonly Choice[]
    visibleIf?: Query
  }[]
}

/** Returns a form as pages for reading. Programs that fill it in read its fields instead. */
export const readingPages = ({ fields }: Form): ReadingPage[] =>
  pagesOf(fields).map((page) => ({
    elements: page.map(({ name, type, title, required, options }) => ({
      name,
      type,
      title: title ?? name,
      isRequired: required === true,
      ...(Array.isArray(options?.['choices']) ? { choices: options['choices'] as Choice[] } : {}),
      ...(options?.['visibleIfQuery'] ? { visibleIf: options['visibleIfQuery'] as Query } : {}),
    })),
  }))
