import type { Locale } from '@tocsin/core/base/constants'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { labelOf } from '../record/field-at'

/** Returns the names of changed fields in one text, each once: `Title and Text colour`. */
export function namesOfChanges(resource: Resource, paths: readonly string[], t: Translate, locale: Locale): string {
  const names = new Set(paths.map((path) => labelOf(resource, path, t)))
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
}
