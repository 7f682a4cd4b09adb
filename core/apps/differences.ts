import type { Fields } from '../vocabulary/resource'
import { valuesThatDiffer, type ValueDifference } from '../vocabulary/value-differences'
import type { AppContents, KeptChannel } from '../resources/app-versions/types'
import { channels as channelsResource } from '../resources/channels/index'
import { contentFields } from '../resources/apps/index'

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
