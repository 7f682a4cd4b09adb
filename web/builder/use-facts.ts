import { useEffect, useMemo, useState } from 'react'
import { formField } from '@tocsin/core/form/schema'
import { problemsBetween } from '@tocsin/core/form/schema-rules'
import type { FormField } from '@tocsin/core/form/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { canonical, createMemory } from '@tocsin/core/vocabulary/validate'
import type { Fields as Declared, Reason } from '@tocsin/core/vocabulary/resource'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import { same } from '@tocsin/core/base/same'
import type { Form } from '../form/use-draft'
import { problemText } from '../notices/problem-text'
import { labelOf, valueAt } from '../record/field-at'
import { useT } from '../words'
import { differences, identify, idOf, type FieldChanges, type Fields } from './fields'
import type { Act } from './history'
import { asRead } from './names'

/** The problems of a field that is not filled in yet. A new field does not show them before it is left. */
const MISSING = new Set(['formErrors.required', 'formErrors.choicesWanted', 'formErrors.attachmentTypes'])
export const isMissing = ({ key }: Reason): boolean => MISSING.has(key)

/** A problem of a field: its path in the record, and why in one line. */
export type FieldProblem = { path: string; why: string }

export type Facts = {
  form: Form
  /** The path of the list of fields in the record. */
  path: string
  fields: Fields
  /** The fields under the names by which rules and answers know them. */
  read: Fields
  /** The fields that are saved. */
  base: Fields
  /** True where the draft has something else than fields, written as JSON. */
  isBroken: boolean
  changes: FieldChanges
  /** The first problem of each field, by its place. */
  problems: ReadonlyMap<number, FieldProblem>
  /** Returns the first problem of each field in another order, by its place there. */
  problemsIf: (order: Fields) => ReadonlyMap<number, FieldProblem>
  /** The reason why the fields can be looked at and not changed, as a sentence. */
  blocked: string | null
  /** The number of characters of the fields, written as JSON. */
  size: number
  /** True for fields that were added and not left yet. */
  isFresh: (field: FormField) => boolean
  /** Notes that a field was added, or that the fresh ones were left. */
  setFresh: (id: number | null) => void
  /** The acts that can be taken back, the last of them last. They outlive the view that shows the fields. */
  past: Act[]
}

const NONE: Fields = []

function fieldsAt(record: unknown, path: string): { fields: Fields; isBroken: boolean } {
  const value = valueAt(record, path) ?? NONE
  const isList = Array.isArray(value) && value.every((field) => isRecord(field))
  return isList ? { fields: value as unknown as Fields, isBroken: false } : { fields: NONE, isBroken: true }
}

const LIST: Declared = { fields: { type: 'list', fields: formField } }

/** Tells fields that are stored alike from those that are not, and remembers how each is stored. */
function createComparison() {
  const memory = createMemory()
  const stored = (field: FormField) => (canonical(LIST, { fields: [field] }, memory)['fields'] as unknown[])[0]
  return (one: FormField, other: FormField): boolean => one === other || same(stored(one), stored(other))
}

/** Keeps the numbers of fields from one state of the draft to the next. */
function createFollower() {
  let last: Fields = NONE
  return (base: Fields, fields: Fields): void => {
    identify(base, last)
    identify(fields, last.length > 0 ? [...new Set([...last, ...base])] : base)
    last = fields
  }
}

/** Returns what is known of the fields of a form that is being edited. */
export function useFacts(form: Form, path: string): Facts {
  const t = useT()
  const [isSame] = useState(createComparison)
  const [follow] = useState(createFollower)
  const [fresh, setFresh] = useState<number | null>(null)
  const { fields, isBroken } = useMemo(() => fieldsAt(form.values, path), [form.values, path])
  const base = useMemo(() => fieldsAt(form.base, path).fields, [form.base, path])
  const changes = useMemo(() => {
    follow(base, fields)
    return differences(base, fields, isSame)
  }, [follow, base, fields, isSame])
  // They are known by now.
  // oxlint-disable-next-line react/exhaustive-deps -- the changes tell that the fields are known
  const read = useMemo(() => asRead(fields), [fields, changes])
  const [past] = useState<Act[]>(() => [])
  // Acts on a draft that was saved or discarded cannot be taken back in the record.
  const isPristine = form.values === form.base
  useEffect(() => {
    if (isPristine) past.length = 0
  }, [past, isPristine])
  const isFresh = (field: FormField) => idOf(field) === fresh && !form.submitted
  const own = useMemo(
    () => ownProblems(form, path, fields, (at) => idOf(fields[at]!) === fresh && !form.submitted, t),
    // oxlint-disable-next-line react/exhaustive-deps -- the problems are all that is read of the form
    [form.problems, form.submitted, path, fields, fresh, t],
  )
  const problems = useMemo(() => withProblemsBetween(own, path, fields, read, t), [own, path, fields, read, t])
  const problemsIf = (order: Fields) => withProblemsBetween(own, path, order, asRead(order), t)
  const size = useMemo(() => JSON.stringify(fields).length, [fields])
  const blocked = form.blocked ?? form.fixed?.[path] ?? null
  return {
    form,
    blocked,
    path,
    fields,
    read,
    base,
    isBroken,
    changes,
    problems,
    problemsIf,
    size,
    isFresh,
    setFresh,
    past,
  }
}

/** Returns the first problem of each field by its number, apart from those between fields. */
function ownProblems(
  { problems, resource }: Form,
  path: string,
  fields: Fields,
  isFresh: (at: number) => boolean,
  t: Translate,
): Map<number, FieldProblem> {
  const found = new Map<number, FieldProblem>()
  for (const [at, reason] of Object.entries(problems)) {
    if (!at.startsWith(`${path}.`)) continue
    const [place = ''] = at.slice(path.length + 1).split('.')
    const field = fields[Number(place)]
    if (!field || found.has(idOf(field)) || (isMissing(reason) && isFresh(Number(place)))) continue
    found.set(idOf(field), { path: at, why: problemText(reason, labelOf(resource, at, t), t) })
  }
  return found
}

/** Returns the first problem of each field by its place: its own ones, then those between fields. */
function withProblemsBetween(
  own: ReadonlyMap<number, FieldProblem>,
  path: string,
  fields: Fields,
  read: Fields,
  t: Translate,
) {
  const found = new Map<number, FieldProblem>()
  const add = (at: number, inside: string, why: string) =>
    found.has(at) || found.set(at, { path: `${path}.${at}.${inside}`, why })
  for (const [at, field] of fields.entries()) {
    const problem = own.get(idOf(field))
    if (problem) found.set(at, problem)
  }
  // Names are compared as they are written, and rules with those under which they know the fields.
  const ofNames = problemsBetween(fields).filter((one) => one.path === 'name')
  const ofRules = problemsBetween(read).filter((one) => one.path !== 'name')
  for (const { at, path: inside, key, values } of [...ofNames, ...ofRules].sort((one, other) => one.at - other.at)) {
    add(at, inside, t(`builder.why.${key.slice('formErrors.'.length)}`, values))
    // A field that is read by a rule before it has the problem as well.
    const other = inside === 'name' ? -1 : read.findIndex(({ name }, index) => index > at && name === values?.['other'])
    if (other > at) add(other, 'name', t('builder.why.readBefore', { name: nameOf(fields[at]!, t) }))
  }
  return found
}

/** Returns what a field is called: its title, or else its name. */
export const nameOf = ({ title, name }: FormField, t: Translate): string =>
  [title, name].find((text) => typeof text === 'string' && text.trim() !== '') ?? t('builder.unnamed')
