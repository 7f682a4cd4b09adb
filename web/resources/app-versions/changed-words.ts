/** A part of a text: words that both sides have, words of one side, or a longer stretch of both that is left out. */
export type Piece = { what: 'same' | 'gone' | 'new' | 'left-out'; text: string }

/** The words that are shown on either side of a change. */
const AROUND = 4
/** The most pairs of words that are compared; beyond it, all between the equal ends counts as changed (5 ms). */
const MOST = 1_000_000

const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []
const isSame = (one: string | undefined, other: string | undefined) => one?.trim() === other?.trim()

/** Returns the changed words of a text, with a few words around each change. */
export function changedWords(before: string, after: string): Piece[] {
  return shortened(joined(compared(wordsOf(before), wordsOf(after))))
}

function compared(was: readonly string[], is: readonly string[]): Piece[] {
  const shorter = Math.min(was.length, is.length)
  let start = 0
  while (start < shorter && isSame(was[start], is[start])) start++
  let end = 0
  while (end < shorter - start && isSame(was.at(-1 - end), is.at(-1 - end))) end++
  const same = (words: readonly string[]) => words.map((text): Piece => ({ what: 'same', text }))
  return [
    ...same(is.slice(0, start)),
    ...between(was.slice(start, was.length - end), is.slice(start, is.length - end)),
    ...same(is.slice(is.length - end)),
  ]
}

/** Compares two lists of words by the longest list that both have in this order. */
function between(was: readonly string[], is: readonly string[]): Piece[] {
  const gone = (text: string): Piece => ({ what: 'gone', text })
  const made = (text: string): Piece => ({ what: 'new', text })
  if (was.length * is.length > MOST) return [...was.map(gone), ...is.map(made)]
  const width = is.length + 1
  // The length of the longest common list of what follows a pair of words.
  const common = new Uint32Array((was.length + 1) * width)
  for (let one = was.length - 1; one >= 0; one--)
    for (let other = is.length - 1; other >= 0; other--)
      common[one * width + other] = isSame(was[one], is[other])
        ? common[(one + 1) * width + other + 1]! + 1
        : Math.max(common[(one + 1) * width + other]!, common[one * width + other + 1]!)
  const pieces: Piece[] = []
  let [one, other] = [0, 0]
  while (one < was.length || other < is.length) {
    if (one < was.length && other < is.length && isSame(was[one], is[other])) {
      pieces.push({ what: 'same', text: is[other]! })
      one++
      other++
    } else if (
      other >= is.length ||
      (one < was.length && common[(one + 1) * width + other]! >= common[one * width + other + 1]!)
    )
      pieces.push(gone(was[one++]!))
    else pieces.push(made(is[other++]!))
  }
  return pieces
}

/** Joins neighbours of one kind. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  for (const { what, text } of pieces) {
    const last = all.at(-1)
    if (last?.what === what) last.text += text
    else all.push({ what, text })
  }
  return all
}

/** Leaves out what stands far from every change. */
function shortened(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, at): Piece[] => {
    const words = wordsOf(piece.text)
    const [first, last] = [at > 0 ? AROUND : 0, at < pieces.length - 1 ? AROUND : 0]
    if (piece.what !== 'same' || words.length <= first + last + 1) return [piece]
    const part = (some: readonly string[]): Piece[] =>
      some.length === 0 ? [] : [{ what: 'same', text: some.join('') }]
    return [
      ...part(words.slice(0, first)),
      { what: 'left-out', text: words.slice(first, words.length - last).join('') },
      ...part(words.slice(words.length - last)),
    ]
  })
}
