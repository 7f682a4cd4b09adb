import { idsIn } from '../base/cells'
import { same } from '../base/same'
import { fieldsOf } from './fields-of'
import { isRecord } from './kind-reasons'
import type { Draft, Field, Fields } from './resource'

/** A value that differs. The path is that of the field, with the names of items in lists: `config.schema.fields.age`. */
export type ValueDifference = { path: string; before: unknown; after: unknown }

/** Returns the values that differ between two records, those in groups and in lists with names one by one. */
export function valuesThatDiffer(fields: Fields, before: object, after: object, path = ''): ValueDifference[] {
  const [was, is] = [before, after] as [Draft, Draft]
  return Object.entries(fields).flatMap(([name, field]) =>
    valueThatDiffers(field, was[name] ?? null, is[name] ?? null, path + name, is),
  )
}

/** Returns the same of one field. `outer` is the record around it. */
export function valueThatDiffers(
  field: Field,
  was: unknown,
  is: unknown,
  path: string,
  outer: Draft,
): ValueDifference[] {
  // A record that was renamed is still the one that is named.
  if (field.type === 'refs' ? same(idsIn(was), idsIn(is)) : same(was, is)) return []
  if (field.type === 'group' && (isRecord(was) || isRecord(is)))
    return valuesThatDiffer(fieldsOf(field, outer), isRecord(was) ? was : {}, isRecord(is) ? is : {}, `${path}.`)
  if (field.type === 'list' && Array.isArray(was) && Array.isArray(is)) return itemsThatDiffer(field, was, is, path)
  return [{ path, before: was, after: is }]
}

/** Compares the items of two lists by their names. Lists with unnamed items, or in another order, differ as a whole. */
function itemsThatDiffer(
  field: Field,
  was: readonly unknown[],
  is: readonly unknown[],
  path: string,
): ValueDifference[] {
  const byName = (items: readonly unknown[]) =>
    new Map(items.filter(isRecord).map((item) => [item['name'], item] as const))
  const [before, after] = [byName(was), byName(is)]
  const areNamed = before.size === was.length && after.size === is.length && !before.has(undefined)
  const inBoth = (items: ReadonlyMap<unknown, unknown>, others: ReadonlyMap<unknown, unknown>) =>
    [...items.keys()].filter((one) => others.has(one)).join('\n')
  if (!areNamed || inBoth(before, after) !== inBoth(after, before)) return [{ path, before: was, after: is }]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((one) => {
    const [former, present] = [before.get(one), after.get(one)]
    const at = `${path}.${String(one)}`
    if (former && present) return valuesThatDiffer(fieldsOf(field), former, present, `${at}.`)
    return [{ path: at, before: former ?? null, after: present ?? null }]
  })
}
