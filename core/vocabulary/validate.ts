import { idsIn } from '../base/cells'
import { normalForm } from '../base/normal-form'
import { fieldsOf, isOfSomeKind } from './fields-of'
import { isRecord, kindReason, sizeReason, wrongType } from './kind-reasons'
import { LIMITS, TEXT_TYPES } from './kinds'
import type { Draft, Field, FieldType, Fields, Problem, Reason, Rule } from './resource'
import { isEmpty } from './empty'

/** A field with everything that `check` needs at each record worked out once: an import checks a million rows. */
type Prepared = { name: string; field: Field; needed: Rule | undefined; rules: readonly Rule[] }
const prepared = new WeakMap<Fields, Prepared[]>()

function prepare(fields: Fields): Prepared[] {
  const known = prepared.get(fields)
  if (known) return known
  const made = Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    needed: field.rules?.find((rule) => rule.required),
    rules: field.rules?.filter((rule) => !rule.required) ?? [],
  }))
  prepared.set(fields, made)
  return made
}

/**
 * The findings about the items of lists, by the item. A form checks its draft at every key, and one item of its long
 * lists has changed.
 */
export type Memory = { stored: WeakMap<object, Draft>; problems: WeakMap<object, readonly Problem[]> }
export const createMemory = (): Memory => ({ stored: new WeakMap(), problems: new WeakMap() })

function remembered<Value>(known: WeakMap<object, Value> | undefined, item: object, find: () => Value): Value {
  const before = known?.get(item)
  if (before !== undefined) return before
  const found = find()
  known?.set(item, found)
  return found
}

/**
 * Returns all problems of a record, in the order of its declaration; empty if there are none. Undeclared fields are
 * problems, too. `partial` leaves out absent fields (an update names only what changes). Each field has one problem at
 * most: that it is missing, else one of its kind, else one of its rules.
 */
export function check(
  fields: Fields,
  record: Draft,
  { partial = false, memory }: { partial?: boolean; memory?: Memory } = {},
): Problem[] {
  const problems: Problem[] = []
  collect(fields, record, { partial, path: '', problems, memory })
  return problems
}

/**
 * Returns the fields of a draft that are of the wrong kind or too large, without checking their rules. A caller needs
 * this before it looks a value up in the database or works on it. `check` finds these problems as well, and others.
 */
export function wrongKinds(fields: Fields, record: Draft, path = ''): Problem[] {
  const problems: Problem[] = []
  for (const { name, field } of prepare(fields)) {
    const value = record[name]
    if (field.readonly === true || isNothing(field, value) || (field.when && !field.when(record))) continue
    const at = path + name
    // The characters of HTML are checked once it is cleaned.
    const isHtml = field.type === 'html' && typeof value === 'string'
    const reason = isHtml ? sizeReason(value, LIMITS.html) : kindReason(field, value)
    if (reason) problems.push({ field: at, ...reason })
    else if (field.type === 'group') problems.push(...wrongKinds(fieldsOf(field, record), value as Draft, `${at}.`))
    else if (field.type === 'list')
      for (const [index, item] of (value as unknown[]).entries())
        if (isRecord(item)) problems.push(...wrongKinds(fieldsOf(field, record), item, `${at}.${index}.`))
        else problems.push({ field: `${at}.${index}`, ...wrongType })
  }
  return problems
}

type Collecting = {
  partial: boolean
  path: string
  problems: Problem[]
  /** The group or list that the fields lie in. */
  within?: Field
  memory: Memory | undefined
}

function collect(fields: Fields, record: Draft, { partial, path, problems, within, memory }: Collecting): void {
  for (const { name, field, needed, rules } of prepare(fields)) {
    const value = record[name]
    if (value === undefined && partial) continue
    if (field.readonly === true || (field.when && !field.when(record))) continue
    const at = path + name
    if (isEmpty(value)) {
      const reason = needed
        ? needed(value, record)
        : isNothing(field, value)
          ? emptyReason(rules, value === '' ? null : value, record)
          : (kindReason(field, value) ?? firstReason(rules, value, record))
      if (!reason) continue
      // For an absent group, its required fields are reported, since those can be filled in.
      const inside: Problem[] = []
      if (field.type === 'group' && isNothing(field, value)) {
        const inner = { partial: false, path: `${at}.`, problems: inside, within: field, memory }
        collect(fieldsOf(field, record), {}, inner)
      }
      problems.push(...(inside.length > 0 ? inside : [{ field: at, ...reason }]))
      continue
    }
    const wrongKind = kindReason(field, value)
    const reason = wrongKind ?? firstReason(rules, value, record)
    if (reason) problems.push({ field: at, ...reason })
    // A problem of a list as a whole hides no problem of its items.
    if (wrongKind || (reason && field.type !== 'list')) continue
    if (field.type === 'group')
      collect(fieldsOf(field, record), value as Draft, { partial, path: `${at}.`, problems, within: field, memory })
    else if (field.type === 'list')
      for (const [index, item] of (value as unknown[]).entries())
        if (isRecord(item))
          for (const problem of problemsOfItem(field, fieldsOf(field, record), item, memory))
            problems.push({ ...problem, field: `${at}.${index}.${problem.field}` })
        else problems.push({ field: `${at}.${index}`, ...wrongType })
  }
  for (const name of Object.keys(record))
    if (!Object.hasOwn(fields, name)) {
      const key = within && isOfSomeKind(within, name) ? 'formErrors.notApplicable' : 'formErrors.unknownField'
      problems.push({ field: path + name, key })
    }
}

/** Returns the problems of an item of a list, with their paths within it. */
const problemsOfItem = (within: Field, fields: Fields, item: Draft, memory: Memory | undefined) =>
  remembered(memory?.problems, item, () => {
    const problems: Problem[] = []
    collect(fields, item, { partial: false, path: '', problems, within, memory })
    return problems
  })

const LISTS: ReadonlySet<FieldType> = new Set<FieldType>(['list', 'refs', 'tags'])

/** Returns whether a value is empty for its kind: null anywhere, blank text in a text, an empty list in a list. */
function isNothing(field: Field, value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return (TEXT_TYPES.has(field.type) || field.type === 'tags') && isEmpty(value)
  return Array.isArray(value) && value.length === 0 && LISTS.has(field.type)
}

function firstReason(rules: readonly Rule[], value: unknown, record: Draft): Reason | null {
  for (const rule of rules) {
    const reason = rule(value, record)
    if (reason) return reason
  }
  return null
}

/**
 * Returns the reason to refuse an empty value. Only a rule that looks at the rest of the record can have one (a
 * confirmation, a phase comment).
 */
function emptyReason(rules: readonly Rule[], value: unknown, record: Draft): Reason | null {
  for (const rule of rules) {
    if (rule.schema) continue
    const reason = rule(value ?? null, record)
    if (reason) return reason
  }
  return null
}

/**
 * Returns the form in which a record is stored and compared: text in NFC with LF line ends and no blanks around it,
 * null instead of an empty text, ids instead of records pointed to, and null for fields that do not exist for this draft.
 * Only declared fields are kept. A value of the wrong kind stays as it is, so that `check` finds it.
 */
export function canonical(fields: Fields, record: Draft, memory?: Memory): Draft {
  return canonicalIn(fields, record, { isLarge: false, memory })
}

/** `isLarge`: the record lies in a large document. */
type Storing = { isLarge: boolean; memory: Memory | undefined }

function canonicalIn(fields: Fields, record: Draft, storing: Storing): Draft {
  const result: Draft = {}
  for (const { name, field } of prepare(fields)) {
    const value = record[name]
    if (value === undefined) continue
    const inner = field.large ? { ...storing, isLarge: true } : storing
    result[name] = field.when && !field.when(record) ? null : canonicalValue(field, value, record, inner)
  }
  return result
}

/**
 * Returns a nested record with all its fields, empty ones as null, so that a reader sees what a group can have. A large
 * document has only the fields that are not empty.
 */
function nested(fields: Fields, value: Draft, storing: Storing): Draft {
  const stored = canonicalIn(fields, value, storing)
  if (storing.isLarge) return Object.fromEntries(Object.entries(stored).filter(([, one]) => one !== null))
  const empty = Object.fromEntries(prepare(fields).map(({ name }) => [name, null]))
  return { ...empty, ...stored }
}

/** Returns text as it is stored: NFC, LF, no white space around it. */
export function canonicalText(text: string): string {
  return normalForm(text, 'NFC').replace(/\r\n?/g, '\n').trim()
}

/**
 * Returns a phone's plus and digits. A missing plus is added, unless a rule asks for the plus: the number may be local.
 */
function canonicalPhone({ rules }: Field, text: string): string {
  const phone = text.replace(/[\s().-]/g, '')
  return rules?.some(({ asksPlus }) => asksPlus) ? phone : phone.replace(/^\d/, '+$&')
}

/** Returns tags as they are stored: each once, without blanks around it. A text has them between commas (ENT-TPL-02). */
function canonicalTags(value: unknown): unknown {
  const texts: unknown = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(texts) || texts.some((text) => typeof text !== 'string')) return value
  return [...new Set(texts.map((text: string) => canonicalText(text)).filter((text) => !isEmpty(text)))]
}

function canonicalValue(field: Field, value: unknown, outer: Draft, storing: Storing): unknown {
  if (value === null) return null
  if (field.type === 'tags') return canonicalTags(value)
  if (typeof value === 'string' && TEXT_TYPES.has(field.type)) {
    if (field.secret) return value === '' ? null : value
    const text = canonicalText(value)
    if (isEmpty(text)) return null
    return field.type === 'phone' ? canonicalPhone(field, text) : text
  }
  if (field.told && kindReason(field, value) === null) return idsIn(value)
  if (field.type === 'group' && isRecord(value)) return nested(fieldsOf(field, outer), value, storing)
  if (field.type === 'list' && Array.isArray(value))
    return value.map((item: unknown) =>
      isRecord(item)
        ? remembered(storing.memory?.stored, item, () => nested(fieldsOf(field, outer), item, storing))
        : item,
    )
  return value
}

/** Returns the draft with every declared default set where nothing was given. */
export function withDefaults(fields: Fields, draft: Draft): Draft {
  const result: Draft = { ...draft }
  for (const { name, field } of prepare(fields)) {
    const value = result[name]
    if (field.default !== undefined && isNothing(field, value) && !Array.isArray(value)) result[name] = field.default
    const inner = result[name]
    if (field.type === 'group' && isRecord(inner)) result[name] = withDefaults(fieldsOf(field, result), inner)
  }
  return result
}
