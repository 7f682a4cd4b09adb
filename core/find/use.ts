/** The use of things, by id: a count that halves in a fortnight, and the time of that count (ms since 1970). */
export type Use = Record<string, [score: number, at: number]>

/** 14 days: a thing used daily last month still counts a quarter. */
const HALF_LIFE = 14 * 24 * 60 * 60 * 1000

/** Returns the present weight of the uses of an id; 0 for one never used. */
export function weight(use: Use, id: string, now: number): number {
  const known = Object.hasOwn(use, id) ? use[id] : undefined
  // A clock that was set back makes no weight larger.
  return known ? known[0] * 0.5 ** (Math.max(0, now - known[1]) / HALF_LIFE) : 0
}

/** Returns the counts after one more use of an id. */
export function touched(use: Use, id: string, now: number): Use {
  return { ...use, [id]: [weight(use, id, now) + 1, now] }
}
