import type { Alert } from '@tocsin/core/resources/alerts/types'

/**
 * The alerts that came, and the changes, since the rows of a list were read. `upTo` is the id of the last row that was
 * read. Pending alerts are shown at once; others wait until the reader takes them in.
 */
export type Arrivals = {
  upTo: number
  shown: readonly Alert[]
  held: ReadonlySet<number>
  /** The alerts as they are now, by id, where they have changed since. */
  changed: ReadonlyMap<number, Alert>
}

export const noArrivals = (upTo: number): Arrivals => ({ upTo, shown: [], held: new Set(), changed: new Map() })

/** The most alerts that are shown above the rows; older ones are counted with those that wait. */
const MOST = 500

/** The alerts whose rows leave the list: those above its rows, and those among them. */
type Leaving = { above: readonly Alert[]; below: readonly Alert[] }

/** Returns the alerts that the list does not have any more. The one in the drawer stays: a note about it may be half written. */
export function leaving(
  { shown, changed }: Arrivals,
  isAmong: (alert: Alert) => boolean,
  opened: number | undefined,
): Leaving {
  const leaves = (alert: Alert) => alert.id !== opened && !isAmong(alert)
  return { above: shown.filter(leaves), below: [...changed.values()].filter(leaves) }
}

/** Returns the arrivals without alerts that have left. */
export function without(before: Arrivals, left: readonly Alert[]): Arrivals {
  const gone = new Set(left)
  return {
    ...before,
    shown: before.shown.filter((alert) => !gone.has(alert)),
    changed: new Map([...before.changed].filter(([, alert]) => !gone.has(alert))),
  }
}

/** Returns the arrivals with an alert as it is now. `isAmong` tells whether the list has such alerts. */
export function arrive(before: Arrivals, alert: Alert, isAmong: (alert: Alert) => boolean): Arrivals {
  const { upTo, shown, held, changed } = before
  const known = shown.find(({ id }) => id === alert.id) ?? changed.get(alert.id)
  if (known && known.version >= alert.version) return before
  if (alert.id <= upTo || known) {
    const isShown = shown.some(({ id }) => id === alert.id)
    return {
      ...before,
      shown: isShown ? shown.map((one) => (one.id === alert.id ? alert : one)) : shown,
      changed: isShown ? changed : new Map(changed).set(alert.id, alert),
    }
  }
  if (!isAmong(alert)) {
    if (!held.has(alert.id)) return before
    const rest = new Set(held)
    rest.delete(alert.id)
    return { ...before, held: rest }
  }
  const isUrgent = alert.processedAt === null && !held.has(alert.id)
  if (!isUrgent) return { ...before, held: new Set(held).add(alert.id) }
  const all = [alert, ...shown].sort((one, other) => other.id - one.id)
  return { ...before, shown: all.slice(0, MOST), held: new Set([...held, ...all.slice(MOST).map(({ id }) => id)]) }
}
