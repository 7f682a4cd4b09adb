import { idsIn } from '../base/cells'
import { same } from '../base/same'
import { fieldsOf } from '../vocabulary/fields-of'
import type { Field, Fields } from '../vocabulary/resource'
import type { AppContents, KeptChannel } from '../resources/app-versions/types'
import { channels as channelsResource } from '../resources/channels/index'
import { contentFields } from '../resources/apps/index'

/** A value that differs. The path is that of the field, with the names of items in lists: `config.schema.fields.age`. */
export type ValueDifference = { path: string; before: unknown; after: unknown }

/** The channel that a difference is about: its names as they are in the later contents that have it. */
type Named = Pick<KeptChannel, 'id' | 'name' | 'label' | 'channelType'>

/** A difference between two contents of an app: of its look, or of one channel. */
export type Difference =
  | { what: 'app'; values: readonly ValueDifference[] }
  | { what: 'added' | 'removed'; channel: Named }
  /** `after`: the channel that a moved channel stands behind now; null if it is the first. */
  | { what: 'changed'; channel: Named; values: readonly ValueDifference[]; moved?: { after: Named | null } }

const { name, label, primary, tag, config, MonitoringProviders } = channelsResource.fields
const channelFields: Fields = { name, label, primary, tag, config, MonitoringProviders }

/**
 * Returns what differs between two contents of an app: first its look, then its channels in the order of the later
 * contents, then the channels that are gone. Channels are compared by id.
 */
export function differencesOf(before: AppContents, after: AppContents): Difference[] {
  const values = valuesThatDiffer(contentFields, before, after)
  const was = new Map(before.channels.map((channel) => [channel.id, channel]))
  const is = new Set(after.channels.map(({ id }) => id))
  const stays = staying(
    before.channels.flatMap(({ id }) => (is.has(id) ? [id] : [])),
    after.channels.flatMap(({ id }) => (was.has(id) ? [id] : [])),
  )
  return [
    ...(values.length > 0 ? [{ what: 'app' as const, values }] : []),
    ...after.channels.flatMap((channel, at): Difference[] => {
      const former = was.get(channel.id)
      if (!former) return [{ what: 'added', channel: named(channel) }]
      const changed = valuesThatDiffer(channelFields, former, channel)
      const hasMoved = !stays.has(channel.id)
      if (changed.length === 0 && !hasMoved) return []
      const behind = after.channels[at - 1]
      return [
        {
          what: 'changed',
          channel: named(channel),
          values: changed,
          ...(hasMoved ? { moved: { after: behind ? named(behind) : null } } : {}),
        },
      ]
    }),
    ...before.channels.flatMap((channel): Difference[] =>
      is.has(channel.id) ? [] : [{ what: 'removed', channel: named(channel) }],
    ),
  ]
}

const named = ({ id, name, label, channelType }: KeptChannel): Named => ({ id, name, label, channelType })

/** Returns the most ids that stand in the same order in both lists. The others have moved. */
function staying(before: readonly number[], after: readonly number[]): Set<number> {
  const position = new Map(after.map((id, at) => [id, at]))
  // The longest increasing run of positions: `ends[n]` ends the best run of n + 1 ids.
  const ends: number[] = []
  const earlier = new Map<number, number | undefined>()
  const at = (id: number) => position.get(id)!
  for (const id of before) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(ends[middle]!) < at(id)) low = middle + 1
      else high = middle
    }
    earlier.set(id, ends[low - 1])
    ends[low] = id
  }
  const kept = new Set<number>()
  for (let id = ends.at(-1); id !== undefined; id = earlier.get(id)) kept.add(id)
  return kept
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function valuesThatDiffer(fields: Fields, before: object, after: object, path = ''): ValueDifference[] {
  const [was, is] = [before, after] as [Record<string, unknown>, Record<string, unknown>]
  return Object.entries(fields).flatMap(([name, field]) =>
    valueThatDiffers(field, was[name] ?? null, is[name] ?? null, path + name, is),
  )
}

function valueThatDiffers(
  field: Field,
  was: unknown,
  is: unknown,
  path: string,
  outer: Record<string, unknown>,
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
