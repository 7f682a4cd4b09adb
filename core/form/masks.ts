// A mask has 9 for a digit, A for a letter and * for either; any other sign stands for itself: (99) 99999-9999.

const PLACES: Readonly<Record<string, RegExp>> = { '9': /\d/, A: /\p{L}/u, '*': /[\p{L}\d]/u }

/**
 * Returns a typed text in the form of a mask, as far as it goes. What does not fit is left out, and signs of the mask that
 * stand before the next place are added.
 */
export function masked(mask: string, typed: string): string {
  const signs = Array.from(typed)
  let shown = ''
  let waiting = ''
  for (const place of mask) {
    const fits = PLACES[place]
    if (!fits) {
      waiting += place
      // A sign of the mask that was typed is used up.
      if (signs[0] === place) signs.shift()
      continue
    }
    while (signs.length > 0 && !fits.test(signs[0]!)) signs.shift()
    const sign = signs.shift()
    if (sign === undefined) break
    shown += waiting + sign
    waiting = ''
  }
  return signs.length === 0 && shown !== '' && shown.length + waiting.length === Array.from(mask).length
    ? shown + waiting
    : shown
}

/** Returns whether a text fills a mask completely. */
export function fillsMask(mask: string, text: string): boolean {
  const [places, signs] = [Array.from(mask), Array.from(text)]
  return (
    places.length === signs.length &&
    places.every((place, at) => (PLACES[place] ? PLACES[place].test(signs[at]!) : signs[at] === place))
  )
}
