/** The length of the longest typed word that is compared letter by letter. */
const MAX_LENGTH = 40
const rows = [0, 1, 2].map(() => new Uint8Array(MAX_LENGTH + 8))

/** Returns the number of wrong, missing, extra or swapped letters allowed: none in a short word, two in a long one. */
export const typosAllowed = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/**
 * Returns the distance of a typed word from a whole word and from its nearest beginning, in typos (a swap of two
 * neighbours is one: the optimal string alignment distance). Anything beyond `most` is `most + 1`.
 */
export function typos(typed: string, word: string, most: number): { whole: number; beginning: number } {
  const beyond = most + 1
  const length = Math.min(word.length, typed.length + most)
  if (typed.length > MAX_LENGTH || length < typed.length - most) return { whole: beyond, beginning: beyond }
  let [before, above, now] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= length; column++) above[column] = column
  for (let row = 1; row <= typed.length; row++) {
    const letter = typed.charCodeAt(row - 1)
    // Cells farther from the diagonal are never near enough.
    const from = Math.max(1, row - most)
    const to = Math.min(length, row + most)
    now[from - 1] = from === 1 ? row : beyond
    let least = beyond
    for (let column = from; column <= to; column++) {
      const other = word.charCodeAt(column - 1)
      let cost = above[column - 1]! + (letter === other ? 0 : 1)
      if (column < row + most) cost = Math.min(cost, above[column]! + 1)
      cost = Math.min(cost, now[column - 1]! + 1)
      if (row > 1 && column > 1 && letter === word.charCodeAt(column - 2) && typed.charCodeAt(row - 2) === other)
        cost = Math.min(cost, before[column - 2]! + 1)
      now[column] = cost
      if (cost < least) least = cost
    }
    if (least > most) return { whole: beyond, beginning: beyond }
    ;[before, above, now] = [above, now, before]
  }
  let beginning = beyond
  for (let column = Math.max(0, typed.length - most); column <= length; column++)
    beginning = Math.min(beginning, above[column]!)
  return { whole: length === word.length ? Math.min(above[length]!, beyond) : beyond, beginning }
}
