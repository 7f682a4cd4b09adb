import { namesIn } from '@tocsin/core/form/schema-rules'
import { formField } from '@tocsin/core/form/schema'
import type { FormField } from '@tocsin/core/form/types'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import { check } from '@tocsin/core/vocabulary/validate'
import { become, idOf, knownAs, queryOf, readAsOf, type Fields } from './fields'

const NAME = { name: formField['name']! }
const isGood = (name: string): boolean => check(NAME, { name }).length === 0

/** Returns the names that are taken: those of the fields, and those under which rules still know them. */
export const takenNames = (fields: Fields): ReadonlySet<string> =>
  new Set(fields.flatMap((field) => [field.name, readAsOf(field)]))

/** Returns the fields whose rules read another one. */
export const readersOf = (fields: Fields, field: FormField): FormField[] => {
  const name = readAsOf(field)
  return name === '' ? [] : fields.filter((one) => readAsOf(one) !== name && namesIn(queryOf(one)).includes(name))
}

/** Returns the fields under the names by which rules and answers know them. */
export const asRead = (fields: Fields): Fields =>
  fields.every((field) => readAsOf(field) === field.name)
    ? fields
    : fields.map((field) =>
        readAsOf(field) === field.name ? field : become(field, { ...field, name: readAsOf(field) }),
      )

/**
 * Returns the fields with rules that follow the new names. A rule goes on with the former name of a field as long as the new
 * one is none, is another field's too, or is the name under which rules know another field. It follows as soon as the new
 * name is free, whichever field made it so. New names follow all at once, so that two fields can swap theirs.
 */
export function settled(fields: Fields): Fields {
  const renamed = fields.filter((field) => readAsOf(field) !== field.name)
  if (renamed.length === 0) return fields
  const owners = count(fields.map(({ name }) => name))
  let ready = renamed.filter(({ name }) => owners.get(name) === 1 && isGood(name))
  for (let before = -1; before !== ready.length;) {
    before = ready.length
    const follow = new Set(ready)
    const kept = new Set(fields.flatMap((field) => (follow.has(field) ? [] : readAsOf(field))))
    ready = ready.filter(({ name }) => !kept.has(name))
  }
  if (ready.length === 0) return fields
  const follow = new Set(ready)
  // A name that two fields had stays with the other one.
  const readers = count(fields.map(readAsOf))
  const names = new Map(
    ready.flatMap((field) => (readers.get(readAsOf(field)) === 1 ? [[readAsOf(field), field.name]] : [])),
  )
  return fields.map((field) => {
    const query = queryOf(field)
    const next = namesIn(query).some((name) => names.has(name)) ? withQuery(field, renamedIn(query, names)) : field
    return follow.has(field) ? knownAs(next, field.name) : next
  })
}

/**
 * Returns the fields with the rules and the names of before an act that led from `before` to `after`. A rule that was changed
 * since then stays.
 */
export function unsettled(fields: Fields, before: Fields, after: Fields): Fields {
  const was = new Map(before.map((field) => [idOf(field), field]))
  const became = new Map(after.map((field) => [idOf(field), field]))
  return fields.map((field) => {
    const [former, later] = [was.get(idOf(field)), became.get(idOf(field))]
    if (!former || !later) return field
    const isSame = JSON.stringify(queryOf(field)) === JSON.stringify(queryOf(later))
    const next = isSame && queryOf(former) !== queryOf(later) ? withQuery(field, queryOf(former)) : field
    return readAsOf(former) === readAsOf(later) ? next : knownAs(next, readAsOf(former))
  })
}

const withQuery = (field: FormField, visibleIfQuery: unknown): FormField =>
  become(field, { ...field, options: { ...field.options, visibleIfQuery } })

/** Returns the fields with another name of one of them. */
export const renamed = (fields: Fields, id: number, name: string): Fields =>
  fields.map((field) => (idOf(field) === id ? become(field, { ...field, name }) : field))

function count(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Returns a query, or a part of one, about fields by their new names. */
function renamedIn(rule: unknown, names: ReadonlyMap<string, string>): unknown {
  if (!isRecord(rule)) return rule
  if (Array.isArray(rule['rules'])) return { ...rule, rules: rule['rules'].map((one) => renamedIn(one, names)) }
  const name = names.get(rule['field'] as string)
  return name === undefined ? rule : { ...rule, field: name }
}
