import type { Draft, Field, Fields } from './resource'

const none: Fields = {}
const ofKind = new WeakMap<Field, Map<unknown, Fields>>()

/**
 * Returns the fields inside a group or a list. Where they differ by kind, `outer`, the record around the field, tells
 * which: a record of no known kind has only those of every kind. Without a record, or one that does not say its kind,
 * the fields of all kinds are returned.
 */
export function fieldsOf(field: Field, outer?: Draft): Fields {
  const { fields = none, variants } = field
  if (!variants) return fields
  const kind = outer?.[variants.by] ?? null
  const known = ofKind.get(field) ?? new Map<unknown, Fields>()
  ofKind.set(field, known)
  const before = known.get(kind)
  if (before) return before
  const all = kind === null ? Object.values(variants.of) : [variants.of[kind as string] ?? none]
  const made = Object.assign({}, ...all, fields) as Fields
  // A kind that nobody declared is not kept: what clients send must not fill the memory.
  if (kind === null || Object.hasOwn(variants.of, kind as string)) known.set(kind, made)
  return made
}

/** Returns whether a field inside a group or a list exists for some kind, though perhaps not for this record's. */
export const isOfSomeKind = (field: Field, name: string): boolean =>
  field.variants !== undefined && Object.hasOwn(fieldsOf(field), name)
