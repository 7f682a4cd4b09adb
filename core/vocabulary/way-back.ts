import { camel } from '../base/naming'
import { inverseOf, isDeleted } from './deletion'
import { fieldsOf } from './fields-of'
import { may, mayDo, type Account } from './permissions'
import type { Draft, Field, Fields, Resource } from './resource'
import { same } from '../base/same'
import { changesOf, withValues, type Changes } from './changes'

/**
 * The way back from a change that the history tells of: the former values are written, or an action is run on the record.
 * Values are by path, as a form sends them; `left` are those with which the change left the record.
 */
export type WayBack = { former: Changes; left: Changes } | { action: string }

type Row = Draft & { id: number }
/** A change as an event of the history has it, with the old and the new value of each field. */
type Event = { verb: string; changes: Record<string, { before: unknown; after: unknown }> }
type RecordEvent = Event & { id: number; noun: string; recordId: number }

/**
 * Returns the way back from a change of a record as it is now (null: it is gone, or not visible):
 * - an update has one if the account may change all of its fields, and the history has all of their former values;
 * - a creation has one while the record is as it was created, if the account may delete it;
 * - a deletion has one if the record can be restored.
 * `undone`: the record is already as it was before. `never`: the account may make such changes, but has no way back from this
 * one. Null: the account may not make such a change.
 */
export function wayBackOf(
  resource: Resource,
  event: Event,
  row: Row | null,
  account: Account,
): WayBack | 'undone' | 'never' | null {
  const verb = camel(event.verb)
  if (verb === 'update') return row && ofUpdate(resource, event, row, account)
  if (verb === 'create') return row && ofCreation(resource, event, row, account)
  if (verb === 'delete') return ofDeletion(resource, row, account)
  const action = resource.actions[verb]
  return row && action?.undo === 'irreversible' && mayDo(account, resource, { action: verb }, row) ? 'never' : null
}

function ofUpdate(resource: Resource, event: Event, row: Row, account: Account) {
  if (!mayDo(account, resource, 'update', row) && resource.own?.(row.id, account) !== true) return null
  const changes = withoutToken(event.changes)
  const isWhole = Object.entries(changes).every(([path, { before, after }]) => {
    const through = fieldsTo(resource.fields, path)
    return through?.every(({ readonly }) => !readonly) && !hasSecret(through.at(-1)!) && !isCut(before, after)
  })
  if (!isWhole) return 'never'
  const fields = around(resource, Object.keys(changes))
  const [was, is] = (['before', 'after'] as const).map((side) => withValues(row, sideOf(changes, side))) as [Row, Row]
  const former = changesOf(fields, is, was)
  const paths = Object.keys(former)
  if (paths.length === 0) return 'never'
  if (!paths.every((path) => fieldsTo(resource.fields, path)?.every(({ can }) => !can || may(account, can))))
    return null
  return isLike(resource, row, former) ? 'undone' : { former, left: changesOf(fields, was, is) }
}

function ofCreation(resource: Resource, { changes }: Event, row: Row, account: Account) {
  if (!mayDo(account, resource, 'delete', row)) return null
  if (isDeleted(resource, row)) return 'undone'
  const told = Object.entries(changes).filter(([name, { before, after }]) => {
    const field = resource.fields[name]
    return field && field.readonly !== true && !hasSecret(field) && !isCut(before, after) && Object.hasOwn(row, name)
  })
  return isLike(resource, row, sideOf(Object.fromEntries(told), 'after')) ? { action: 'delete' } : 'never'
}

function ofDeletion(resource: Resource, row: Row | null, account: Account) {
  if (!mayDo(account, resource, 'delete', row ?? undefined)) return null
  const action = inverseOf(resource, 'delete')
  if (action === 'irreversible') return 'never'
  if (!row || !mayDo(account, resource, { action }, row)) return null
  return isDeleted(resource, row) ? { action } : 'undone'
}

/** Returns whether a record has these values. */
export const isLike = (resource: Resource, row: Row, values: Changes): boolean =>
  Object.keys(changesOf(around(resource, Object.keys(values)), row, withValues(row, values))).length === 0

/** Returns whether an account made a change: as itself, or while somebody is signed in as it, that person. */
export const isOwn = (
  { UserId, ImpersonatorId }: { UserId: number | null; ImpersonatorId: number | null },
  { id, impersonator }: Account,
): boolean => UserId === id && ImpersonatorId === (impersonator?.id ?? null)

/**
 * Returns the ids of the events that took an earlier one back, which no key undoes in turn, and of those that were taken
 * back. Each event takes back at most one: a change that is made again after it was undone counts as a new one.
 */
export function pairsOf(events: readonly RecordEvent[]): { undoing: ReadonlySet<number>; undone: ReadonlySet<number> } {
  const undoing = new Set<number>()
  const undone = new Set<number>()
  /** The changes that stand so far, the newest last. */
  const standing: RecordEvent[] = []
  for (const event of events.toSorted((one, other) => one.id - other.id)) {
    const at = standing.findLastIndex((earlier) => tookBack(event, earlier))
    const [earlier] = at < 0 ? [] : standing.splice(at, 1)
    if (!earlier) standing.push(event)
    else {
      undoing.add(event.id)
      undone.add(earlier.id)
    }
  }
  return { undoing, undone }
}

/** Returns whether both changed the same fields of one record, in opposite directions. */
const tookBack = (later: RecordEvent, earlier: RecordEvent): boolean =>
  later.noun === earlier.noun &&
  later.recordId === earlier.recordId &&
  same(sideOf(withoutToken(later.changes), 'after'), sideOf(withoutToken(earlier.changes), 'before')) &&
  same(sideOf(withoutToken(later.changes), 'before'), sideOf(withoutToken(earlier.changes), 'after'))

/**
 * Returns changes without the token that made them, which the history stores among them. No resource has a field of that
 * name (tests/every-resource.test.ts).
 */
const withoutToken = ({ token: _, ...changes }: Event['changes']): Event['changes'] => changes

const sideOf = (changes: Event['changes'], side: 'before' | 'after'): Changes =>
  Object.fromEntries(Object.entries(changes).map(([path, change]) => [path, change[side]]))

/** Returns the fields that these paths lie in. */
const around = ({ fields }: Resource, paths: readonly string[]): Fields =>
  Object.fromEntries(
    paths.flatMap((path) => {
      const [name = ''] = path.split('.')
      const field = fields[name]
      return field ? [[name, field]] : []
    }),
  )

/** Returns the fields on the way to a path through groups; undefined for a path into a list, or one that is no field's. */
function fieldsTo(fields: Fields, path: string): Field[] | undefined {
  const through: Field[] = []
  for (const name of path.split('.')) {
    const outer = through.at(-1)
    if (outer && outer.type !== 'group') return undefined
    const inside = outer ? fieldsOf(outer) : fields
    const field = Object.hasOwn(inside, name) ? inside[name] : undefined
    if (!field) return undefined
    through.push(field)
  }
  return through
}

/** Returns whether a field is a secret or has one inside: the history has only its mask. */
const hasSecret = (field: Field): boolean => field.secret === true || Object.values(fieldsOf(field)).some(hasSecret)

/** Returns whether the history has only a part of a long value: one of the sides begins or ends with an ellipsis. */
const isCut = (...sides: unknown[]): boolean =>
  sides.some((side) => typeof side === 'string' && (side.startsWith('…') || side.endsWith('…')))
