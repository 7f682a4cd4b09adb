const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** The longest time of a timer, in ms. */
export const LONGEST_TIMER = 2 ** 31 - 1

/** Returns a time such as `30s` in ms; undefined for a text that is none in these units. */
export function millisecondsOf(text: string, units: readonly (keyof typeof UNITS)[]): number | undefined {
  const [, count, unit] = /^(\d{1,6})(ms|[smhdw])$/.exec(text) ?? []
  const known = units.find((one) => one === unit)
  return known && Number(count) * UNITS[known]
}
