import { PATTERNS } from '@tocsin/core/vocabulary/kinds'

/** The contrast that text of the usual size needs (WCAG 2.2, 1.4.3). */
export const ENOUGH_CONTRAST = 4.5

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Returns the relative luminance of a valid colour, from 0 for black to 1 for white. */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => linear(parseInt(digits.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two colours, from 1 to 21; null where either is no colour. */
export function contrastOf(one: unknown, other: unknown): number | null {
  const colors = [one, other].filter(
    (color): color is string => typeof color === 'string' && PATTERNS.color.test(color),
  )
  if (colors.length < 2) return null
  const [dark = 0, light = 0] = colors.map(luminance).toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
