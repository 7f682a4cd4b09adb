import type { Draft, Field, Fields, Variants } from './resource'

const none: Fields = {}
/** Stands for every value that names no kind. */
const NO_KIND = Symbol('no kind')
const ofKind = new WeakMap<Field, Map<unknown, Fields>>()

/**
 * Returns the fields inside a group or a list. Where they differ by kind, `outer`, the record around the field, tells
 * which: a record of no known kind has only those of every kind. Without a record, or one that does not say its kind,
 * the fields of all kinds are returned.
 */
export function fieldsOf(field: Field, outer?: Draft): Fields {
  const { fields = none, variants } = field
  if (!variants) return fields
  const value = outer?.[variants.by] ?? null
  // A client may send any value. All values that name no kind share one entry, so that they do not fill the memory.
  const kind = value === null || (typeof value === 'string' && Object.hasOwn(variants.of, value)) ? value : NO_KIND
  const known = ofKind.get(field) ?? new Map<unknown, Fields>()
  ofKind.set(field, known)
  const before = known.get(kind)
  if (before) return before
  const own = kind === null ? Object.values(variants.of) : kind === NO_KIND ? [] : [variants.of[kind]]
  const made = Object.assign({}, ...own, fields) as Fields
  known.set(kind, made)
  return made
}

/** Returns the fields that refer to other records, those in groups included, by path. */
export function referencesIn(fields: Fields, path = ''): [path: string, field: Field][] {
  return Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    if (field.type === 'ref' || field.type === 'refs') return [[path + name, field]]
    return field.type === 'group' ? referencesIn(fieldsOf(field), `${path}${name}.`) : []
  })
}

/** Returns whether a field inside a group or a list exists for some kinds alone. */
export const isOfSomeKind = ({ fields, variants }: Field, name: string): boolean =>
  variants !== undefined &&
  !Object.hasOwn(fields ?? none, name) &&
  Object.values(variants.of).some((own) => Object.hasOwn(own, name))

/** Returns the group whose fields differ by kind, with its name; undefined if the record has none. */
export function groupByKind(fields: Fields): { name: string; field: Field; variants: Variants } | undefined {
  for (const [name, field] of Object.entries(fields))
    if (field.variants) return { name, field, variants: field.variants }
  return undefined
}

/** Returns the fields that a list has only with a filter, those in groups included: the path of each, and its filter. */
export function heavyIn(fields: Fields, path = ''): [path: string, filter: string][] {
  return Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    if (field.listedWith !== undefined) return [[path + name, field.listedWith]]
    return field.type === 'group' ? heavyIn(fieldsOf(field), `${path}${name}.`) : []
  })
}

/** Returns the filters with which a list has everything at these paths and within them: `{ withContent: true }`. */
export const listedWithAll = (fields: Fields, paths: readonly string[]): Record<string, true> =>
  Object.fromEntries(
    heavyIn(fields).flatMap(([heavy, filter]) =>
      paths.some((path) => `${path}.`.startsWith(`${heavy}.`) || heavy.startsWith(`${path}.`)) ? [[filter, true]] : [],
    ),
  )
