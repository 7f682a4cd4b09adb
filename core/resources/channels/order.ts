import type { Fields } from '../../vocabulary/resource'
import { required } from '../../vocabulary/rules'

/** The positions of all channels of an app, which a reorder gives them at once (CHAN-10, CHAN-23). */
export type ChannelsOrder = readonly { id: number; schemaId: number; displayOrder: number }[]

/** The order of an app's channels, and the version of the app that has it. */
export type AppOrder = { appId: number; version: number; channelsOrder: ChannelsOrder }

/** The most groups that lie one within the other. */
export const MAX_GROUP_DEPTH = 3

export const REARRANGE_PATH = 'channels/rearrange'

/** The body of a reorder: every channel of one app, with positions from 0. */
export const rearrangeInput: Fields = {
  channelsOrder: {
    type: 'list',
    rules: [required()],
    fields: {
      id: { type: 'integer', rules: [required()] },
      schemaId: { type: 'integer' },
      displayOrder: { type: 'integer', rules: [required()] },
    },
  },
  clientId: { type: 'integer' },
}

/** A channel with the group that it lies in, which is all that a move needs. */
export type Placed = { id: number; config: { parentId?: number | null | undefined } }

/** A step of a move: past the neighbour in the same group, to either end of the group, or beside another channel of it. */
export type Step = 'up' | 'down' | 'first' | 'last' | { before: number } | { after: number }

/** Returns the channel and everything that lies within it: what moves together. */
export function blockOf(order: readonly Placed[], id: number): ReadonlySet<number> {
  const block = new Set([id])
  // A channel may stand before the group that it lies in.
  for (let size = 0; size < block.size;) {
    size = block.size
    for (const { id: one, config } of order) if (config.parentId && block.has(config.parentId)) block.add(one)
  }
  return block
}

/** Returns the channels that lie in the same group as this one, itself among them. */
export function groupAround<C extends Placed>(order: readonly C[], id: number): C[] {
  const groupOf = ({ config }: Placed) => config.parentId ?? null
  const own = order.find((channel) => channel.id === id)
  return own ? order.filter((channel) => groupOf(channel) === groupOf(own)) : []
}

/** Returns, for each channel that lies in a group of the order, the group and how deep the channel lies (from 1). */
export function nestings<C extends Placed>(order: readonly C[]): ReadonlyMap<number, { within: C; depth: number }> {
  const byId = new Map(order.map((channel) => [channel.id, channel]))
  const found = new Map<number, { within: C; depth: number }>()
  // The server refuses rings; in an order that has one each channel is counted once.
  const place = (channel: C, open: ReadonlySet<number>): number => {
    const known = found.get(channel.id)
    if (known) return known.depth
    const within = byId.get(channel.config.parentId ?? 0)
    if (!within || open.has(channel.id)) return 0
    const depth = place(within, new Set([...open, channel.id])) + 1
    found.set(channel.id, { within, depth })
    return depth
  }
  for (const channel of order) place(channel, new Set())
  return found
}

/**
 * Returns the order after a channel was moved within its group, with everything that lies within it. Returns the same
 * order where there is nothing to move past.
 */
export function moved<C extends Placed>(order: readonly C[], id: number, step: Step): readonly C[] {
  const group = groupAround(order, id).map((channel) => channel.id)
  const at = group.indexOf(id)
  const target = {
    up: group[at - 1],
    down: group[at + 1],
    first: group[0],
    last: group.at(-1),
  }
  const beside = typeof step === 'string' ? target[step] : 'before' in step ? step.before : step.after
  if (beside === undefined || beside === id || !group.includes(beside)) return order
  const isBefore = typeof step === 'string' ? step === 'up' || step === 'first' : 'before' in step
  const block = blockOf(order, id)
  const rest = order.filter((channel) => !block.has(channel.id))
  let place = rest.findIndex((channel) => channel.id === beside)
  if (!isBefore) {
    const passed = blockOf(order, beside)
    do place++
    while (rest[place] && passed.has(rest[place]!.id))
  }
  const next = rest.toSpliced(place, 0, ...order.filter((channel) => block.has(channel.id)))
  return next.every((channel, position) => channel === order[position]) ? order : next
}

/** Returns the order after a channel was moved step by step towards a position, as near to it as its group allows. */
export function movedTowards<C extends Placed>(order: readonly C[], id: number, position: number): readonly C[] {
  const placeIn = (some: readonly C[]) => some.findIndex((channel) => channel.id === id)
  const step = placeIn(order) < position ? 'down' : 'up'
  let now = order
  for (;;) {
    const next = moved(now, id, step)
    const isNearer = Math.abs(placeIn(next) - position) < Math.abs(placeIn(now) - position)
    if (next === now || !isNearer) return now
    now = next
  }
}

/** Returns the positions that make an order the order of the app. */
export const positionsOf = (order: readonly { id: number; schemaId: number }[]): ChannelsOrder =>
  order.map(({ id, schemaId }, displayOrder) => ({ id, schemaId, displayOrder }))
