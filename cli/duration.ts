const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const

/** The longest time of a timer, in ms. */
const LONGEST = 2 ** 31 - 1

/** Returns a time such as `30s` in ms, at most that of the longest timer; undefined for a text that is none. */
export function millisecondsOf(text: string, units: readonly (keyof typeof UNITS)[]): number | undefined {
  const [, count, unit] = /^(\d{1,6})(ms|s|m|h)$/.exec(text) ?? []
  const known = units.find((one) => one === unit)
  return known && Math.min(LONGEST, Number(count) * UNITS[known])
}
