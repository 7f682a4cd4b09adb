import { nestings, positionsOf, REARRANGE_PATH, type AppOrder, type Placed } from '../resources/channels/order'
import type { Channel } from '../resources/channels/types'
import type { ApplyParts } from './apply'
import { flat, type Tree } from './channels'
import type { Change } from './plan'

/** Gives the channels of an app the order of the file. Channels without a place in the file come last in their group. */
export async function rearrange(
  { client, http, once }: ApplyParts,
  change: Change,
  appId: number,
  ids: ReadonlyMap<Tree, number>,
): Promise<void> {
  const resource = change.kind.inside!
  const rows: Channel[] = []
  for await (const page of client.all(resource, { appId })) rows.push(...(page.rows as Channel[]))
  const place = new Map(flat(change.trees).map(({ tree }, index) => [ids.get(tree), index]))
  const present = rows.toSorted((one, other) => one.displayOrder - other.displayOrder)
  const wanted = present.toSorted(
    (one, other) =>
      (place.get(one.id) ?? Infinity) - (place.get(other.id) ?? Infinity) || one.displayOrder - other.displayOrder,
  )
  const groups = (order: readonly Placed[]) => {
    const within = nestings(order)
    const of = new Map<number, number[]>()
    for (const { id } of order) {
      const group = within.get(id)?.within.id ?? 0
      of.set(group, [...(of.get(group) ?? []), id])
    }
    return JSON.stringify([...of].sort(([one], [other]) => one - other))
  }
  if (groups(wanted) === groups(present)) return
  await once((idempotencyKey) =>
    http<AppOrder>({
      method: 'PATCH',
      path: REARRANGE_PATH,
      body: { channelsOrder: positionsOf(wanted) },
      idempotencyKey,
    }),
  )
}
