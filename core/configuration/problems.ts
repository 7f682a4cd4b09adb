import { valueAt } from '../base/cells'
import { same } from '../base/same'
import { fieldsOf } from '../vocabulary/fields-of'
import { isEmpty } from '../vocabulary/empty'
import { fieldIn, withoutPlaces } from '../vocabulary/field-words'
import { isRecord, wrongType } from '../vocabulary/kind-reasons'
import { TEXT_TYPES } from '../vocabulary/kinds'
import type { Draft, Fields, Problem } from '../vocabulary/resource'
import { check } from '../vocabulary/validate'
import { flat, type Tree } from './channels'
import { documentFields } from './document-fields'
import { namesIn } from './documents'
import { KINDS, type Kind } from './kinds'
import type { FileProblem, FileRead } from './read'
import type { Snapshot, Stored } from './snapshot'

export type Around = { stored: Stored | null; trees: readonly Tree[]; pairs: ReadonlyMap<Tree, Tree> }

/**
 * Returns the problems of a document by the rules of its fields. A value that is stored as it is in the file is no problem:
 * a rule may be younger than the value.
 */
export function problemsOf(
  read: FileRead,
  document: Draft,
  { stored, trees, pairs }: Around,
  unset: ReadonlySet<string>,
): FileProblem[] {
  const fields = documentFields(read.kind)
  const places = flat(trees)
    .map(({ tree }) => tree)
    .toSorted((one, other) => other.path.length - one.path.length)
  const before = (field: string): unknown => {
    const tree = places.find(({ path }) => field.startsWith(`${path}.`))
    if (!tree) return stored ? valueAt(stored.document, field) : undefined
    const other = pairs.get(tree)
    return other ? valueAt(other.document, field.slice(tree.path.length + 1)) : undefined
  }
  const isNew = (field: string) => {
    const tree = places.find(({ path }) => field.startsWith(`${path}.`))
    return tree ? !pairs.has(tree) : stored === null
  }
  return [...check(fields, document), ...idle(fields, document)].flatMap(({ field, key, values }) => {
    if (unset.has(field)) return []
    const value = valueAt(document, field)
    const isKnownKey = key !== 'formErrors.unknownField' && key !== 'formErrors.notApplicable'
    if (isKnownKey && !isNew(field) && same(before(field) ?? null, value ?? null)) return []
    const told = key === wrongType.key ? (expectedAt(fields, field) ?? key) : key
    const reason = values ? { key: told, values } : { key: told }
    return [read.problem(field, reason, isKnownKey ? undefined : keysAround(fields, document, field))]
  })
}

/** Returns the key of what a field expects; undefined if only its own rules know. */
function expectedAt(fields: Fields, path: string): string | undefined {
  const type = fieldIn(fields, withoutPlaces(path))?.type
  if (type === undefined) return undefined
  if (type === 'group' || (type === 'list' && /\.\d+$/.test(path))) return 'configuration.group'
  if (type === 'tags') return 'configuration.texts'
  if (type === 'list' || type === 'boolean') return `configuration.${type}`
  return TEXT_TYPES.has(type) ? 'configuration.text' : undefined
}

/** Returns the values of fields that do not exist for this object: the server refuses them, and does not store them. */
function idle(fields: Fields, document: Draft, path = ''): Problem[] {
  return Object.entries(fields).flatMap(([name, field]): Problem[] => {
    const value = document[name]
    if (isEmpty(value)) return []
    if (field.when && !field.when(document))
      return same(value, field.default ?? null) ? [] : [{ field: path + name, key: 'formErrors.notApplicable' }]
    const within = (one: unknown, at: string) => (isRecord(one) ? idle(fieldsOf(field, document), one, `${at}.`) : [])
    if (field.type === 'group') return within(value, path + name)
    return field.type === 'list' && Array.isArray(value)
      ? value.flatMap((item, index) => within(item, `${path}${name}.${index}`))
      : []
  })
}

/** Returns a key that is not known, and those that may stand beside it. */
function keysAround(fields: Fields, document: Draft, path: string): FileProblem['typed'] {
  const names = path.split('.')
  const word = names.pop()!
  // A document that is filled has every key that it may have.
  const around = names.length === 0 ? document : valueAt(document, names.join('.'))
  const known = [...Object.keys(around ?? {}), ...(names.length === 0 ? Object.keys(fields) : [])]
  return { word, known: known.filter((key) => key !== word) }
}

/** Returns the problems of names that mean nothing here: of another client's objects, of deleted ones, mistyped ones. */
export function unknownNames(
  read: FileRead,
  document: Draft,
  trees: readonly Tree[],
  { snapshot, wanted, prune }: { snapshot: Snapshot; wanted: Map<Kind, Map<string, FileRead>>; prune: boolean },
): FileProblem[] {
  const { resource, inside } = read.kind
  const named = [
    ...namesIn(resource, document),
    ...(inside
      ? flat(trees).flatMap(({ tree }) =>
          namesIn(inside, tree.document).map((one) => ({ ...one, path: `${tree.path}.${one.path}` })),
        )
      : []),
  ]
  return named.flatMap(({ of, named: { name, offered }, path }) => {
    if (offered)
      return snapshot.offered.get(of)?.has(name)
        ? []
        : [unknown(read, path, name, of, [...(snapshot.offered.get(of)?.keys() ?? [])])]
    const kind = KINDS.find((one) => one.resource.name === of)!
    const files = wanted.get(kind)
    if (files?.has(name)) return []
    const stored = snapshot.own.get(of)
    if (!stored?.has(name))
      return [unknown(read, path, name, of, [...(stored?.keys() ?? []), ...(files?.keys() ?? [])])]
    const isDeleted = prune && (snapshot.kinds.get(kind) ?? []).some((one) => one.name === name)
    return isDeleted ? [read.problem(path, { key: 'configuration.pruned', values: { name } })] : []
  })
}

const unknown = (read: FileRead, path: string, name: string, noun: string, known: readonly string[]) =>
  read.problem(path, { key: 'configuration.unknownName', values: { name, noun } }, { word: name, known })
