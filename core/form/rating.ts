/** The most steps of a rating that are shown one by one; an answer to a longer one is written as a number. */
const MOST_STEPS = 21

/** Returns the steps of a rating from the lowest, empty where there are too many. */
export function ratingSteps(options: Readonly<Record<string, unknown>> | null | undefined): number[] {
  const numberAt = (name: string, otherwise: number) => {
    const value = options?.[name]
    return typeof value === 'number' ? value : otherwise
  }
  const [min, max, step] = [numberAt('min', 1), numberAt('max', 5), numberAt('step', 1)]
  const count = Math.floor((max - min) / step + 1e-9) + 1
  if (!(step > 0 && count >= 1 && count <= MOST_STEPS)) return []
  // 0.1 three times is not 0.3 before it is rounded.
  return Array.from({ length: count }, (_, at) => Number((min + at * step).toFixed(6)))
}
