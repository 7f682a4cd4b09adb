/** Returns the end of an axis from zero: the least even 1, 2, 4, 5, 6, 8 or 10 times a power of ten that is not below a count. */
export function axisEnd(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)))
  const step = [1, 2, 4, 5, 6, 8, 10].find((one) => one * power >= most && (one * power) % 2 === 0)
  return (step ?? 20) * power
}
