import type { ApiError } from '../base/errors'
import type { Translate } from '../vocabulary/i18n'

/**
 * Records of one resource that keep a record from being deleted: their number and first names. Both are absent if the
 * user may not see the records.
 */
export type Use = { noun: string; count?: number; names?: readonly string[] }

/** Returns the uses in the details of an error; an empty list for an error without them. */
export function usesIn({ details }: ApiError): Use[] {
  const uses = details?.['relations']
  return Array.isArray(uses) ? uses.filter((use) => typeof (use as Partial<Use> | null)?.noun === 'string') : []
}

/** Returns a use in words: `2 registration codes (AB7K2Q, QK29ZT)`. */
function useInWords({ noun, count, names = [] }: Use, t: Translate): string {
  const called = t(`resources.${noun}.${count === 1 ? 'name' : 'names'}`).toLowerCase()
  if (count === undefined) return called
  const told = names.length > 0 ? ` (${names.join(', ')}${count > names.length ? ', …' : ''})` : ''
  return t('inUse.counted', { count, resource: called, names: told })
}

/** Returns an enumeration: `2,000 sites, 12 teams and 5 users`. */
export function enumerated(parts: readonly string[], t: Translate): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : t('inUse.and', { others: parts.slice(0, -1).join(', '), last })
}

/** Returns uses in words: `2 registration codes (AB7K2Q, QK29ZT) and 1 app (Guarda)`. */
export const usesInWords = (uses: readonly Use[], t: Translate): string =>
  enumerated(
    uses.map((use) => useInWords(use, t)),
    t,
  )

/** Returns the values for the sentence of a failure: its details, with the uses of a record in words. */
export function detailsInWords(error: ApiError, t: Translate): Record<string, unknown> | undefined {
  const uses = usesIn(error)
  if (uses.length === 0) return error.details
  return { ...error.details, relations: usesInWords(uses, t) }
}
