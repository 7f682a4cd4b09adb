import type { Locale } from '@tocsin/core/base/constants'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { displayValue, EMPTY_TEXT } from '../record/display'
import { valueAt } from '../record/field-at'
import '../record/words'

export type Reader = {
  t: Translate
  locale: Locale
  resource: Resource
  /** Returns the name of a record that a row points to; undefined where it is not known. */
  name?: ((resource: string, id: number) => string | undefined) | undefined
}

/** Returns the text of a cell, of a copied row and of an exported one; empty where there is no value. */
export function textOf(row: Row, { path }: { path: string }, { t, locale, resource, name }: Reader): string {
  const text = displayValue(resource, path, valueAt(row, path), t, locale, { row, name })
  return text === EMPTY_TEXT ? '' : text
}
