import type { Locator } from 'playwright'

/** Returns the radius of the corners of an element's focus ring, in pixels; null where it has no ring. */
export const ringOf = (target: Locator): Promise<number | null> =>
  target.evaluate((element) => {
    const { outlineStyle, borderRadius } = getComputedStyle(element)
    return outlineStyle === 'none' ? null : parseFloat(borderRadius)
  })
