import { LIMITS, MAX_ID, PATTERNS, TEXT_TYPES } from './kinds'
import type { Draft, Field, Fields, Problem, Reason, Rule } from './resource'
import { characters, isEmpty } from './rules'

const wrongType: Reason = { key: 'formErrors.type' }

function textReason(value: unknown, limit: number): Reason | null {
  if (typeof value !== 'string') return wrongType
  if (value.length > limit && characters(value) > limit) return { key: 'formErrors.maxLength', values: { max: limit } }
  // PostgreSQL text holds neither U+0000 nor half a surrogate pair: said here, so that it never becomes a 500.
  if (value.includes('\u0000') || !value.isWellFormed()) return { key: 'formErrors.characters' }
  return null
}

function depth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let deepest = 0
  for (const item of Object.values(value)) deepest = Math.max(deepest, depth(item))
  return deepest + 1
}

/** What a value's kind says of it. Groups and lists are looked into by `check` itself. */
function kindReason(field: Field, value: unknown): Reason | null {
  switch (field.type) {
    case 'text':
    case 'longtext':
    case 'html':
      return textReason(value, LIMITS[field.type])
    case 'email':
    case 'phone':
    case 'color': {
      const reason = textReason(value, LIMITS.text)
      return reason ?? (PATTERNS[field.type].test(value as string) ? null : { key: `formErrors.${field.type}` })
    }
    case 'date':
      return typeof value === 'string' && PATTERNS.date.test(value) && !Number.isNaN(Date.parse(value))
        ? null
        : { key: 'formErrors.date' }
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : { key: 'formErrors.number' }
    case 'boolean':
      return typeof value === 'boolean' ? null : wrongType
    case 'choice':
      return typeof value === 'string' && field.choices?.includes(value)
        ? null
        : { key: 'formErrors.oneOf', values: { choices: field.choices?.join(', ') ?? '' } }
    case 'ref':
      return isId(value) ? null : { key: 'formErrors.ref' }
    case 'refs':
      return Array.isArray(value) && value.length <= LIMITS.items && value.every(isId)
        ? null
        : { key: 'formErrors.ref' }
    case 'group':
      return typeof value === 'object' && !Array.isArray(value) ? null : wrongType
    case 'list':
      if (!Array.isArray(value)) return wrongType
      return value.length > LIMITS.items ? { key: 'formErrors.maxItems', values: { max: LIMITS.items } } : null
    case 'file':
      return textReason(value, LIMITS.longtext)
    case 'json':
      return depth(value) > LIMITS.depth ? { key: 'formErrors.depth', values: { max: LIMITS.depth } } : null
  }
}

const isId = (value: unknown) => Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_ID

/** A field with what `check` asks of it at every record worked out once: an import checks a million rows. */
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
 * Everything that is wrong with a record, in the order of its declaration; empty when nothing is. Undeclared fields are
 * problems too. `partial` leaves out what is absent (an update names only what changes). Per field the first problem
 * is told: what it is missing, then its kind, then its rules.
 */
export function check(fields: Fields, record: Draft, options: { partial?: boolean } = {}): Problem[] {
  const problems: Problem[] = []
  collect(fields, record, options.partial ?? false, '', record, problems)
  return problems
}

function collect(
  fields: Fields,
  record: Draft,
  partial: boolean,
  path: string,
  root: Draft,
  problems: Problem[],
): void {
  for (const { name, field, needed, rules } of prepare(fields)) {
    const value = record[name]
    if (value === undefined && partial) continue
    if (field.readonly === true || (field.when && !field.when(record))) continue
    const at = path + name
    if (isEmpty(value)) {
      const reason = needed ? needed(value, record) : emptyReason(rules, value, record)
      if (reason) problems.push({ field: at, ...reason })
      else if (
        value !== undefined &&
        value !== null &&
        value !== '' &&
        typeof value !== 'string' &&
        field.type !== 'list' &&
        field.type !== 'refs'
      )
        problems.push({ field: at, ...wrongType })
      continue
    }
    const reason = kindReason(field, value) ?? firstReason(rules, value, record)
    if (reason) problems.push({ field: at, ...reason })
    else if (field.type === 'group') collect(field.fields ?? {}, value as Draft, partial, `${at}.`, root, problems)
    else if (field.type === 'list')
      (value as unknown[]).forEach((item, index) => {
        if (typeof item !== 'object' || item === null || Array.isArray(item))
          problems.push({ field: `${at}.${index}`, ...wrongType })
        else collect(field.fields ?? {}, item as Draft, false, `${at}.${index}.`, root, problems)
      })
  }
  for (const name of Object.keys(record))
    if (!Object.hasOwn(fields, name)) problems.push({ field: path + name, key: 'formErrors.unknownField' })
}

function firstReason(rules: readonly Rule[], value: unknown, record: Draft): Reason | null {
  for (const rule of rules) {
    const reason = rule(value, record)
    if (reason) return reason
  }
  return null
}

/** An empty value breaks only a rule that looks at the rest of the record (a confirmation, a phase comment). */
function emptyReason(rules: readonly Rule[], value: unknown, record: Draft): Reason | null {
  for (const rule of rules) {
    if (rule.schema) continue
    const reason = rule(value ?? null, record)
    if (reason) return reason
  }
  return null
}

/**
 * The one form a record is stored and compared in: text in NFC with LF line ends and no blanks around it, nothing
 * instead of an empty text, fields that do not exist for this draft empty. Only declared fields are kept.
 */
export function canonical(fields: Fields, record: Draft): Draft {
  const result: Draft = {}
  for (const { name, field } of prepare(fields)) {
    const value = record[name]
    if (value === undefined) continue
    result[name] = field.when && !field.when(record) ? null : canonicalValue(field, value)
  }
  return result
}

/** What lies within a record has all its fields, empty ones as null: nobody has to guess what a group can hold. */
function complete(fields: Fields, value: Draft): Draft {
  const empty = Object.fromEntries(prepare(fields).map(({ name }) => [name, null]))
  return { ...empty, ...canonical(fields, value) }
}

/** Text as it is stored: NFC, LF, no white space around it. */
export function canonicalText(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
}

function canonicalValue(field: Field, value: unknown): unknown {
  if (value === null) return null
  if (typeof value === 'string' && TEXT_TYPES.has(field.type)) {
    if (field.secret) return value === '' ? null : value
    return canonicalText(value) || null
  }
  if (field.type === 'group') return complete(field.fields ?? {}, value as Draft)
  if (field.type === 'list' && Array.isArray(value))
    return value.map((item) => complete(field.fields ?? {}, item as Draft))
  return value
}

/** The draft with every declared default put where nothing was given. */
export function withDefaults(fields: Fields, draft: Draft): Draft {
  const result: Draft = { ...draft }
  for (const { name, field } of prepare(fields)) {
    if (field.default !== undefined && (result[name] === undefined || result[name] === null))
      result[name] = field.default
    if (field.type === 'group' && field.fields && typeof result[name] === 'object' && result[name] !== null)
      result[name] = withDefaults(field.fields, result[name] as Draft)
  }
  return result
}
