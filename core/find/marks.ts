import { typos, typosAllowed } from '../base/distance'
import { foldWithPlaces, wordsOf } from './fold'

type Range = [from: number, to: number]

/** Returns the characters of a title that the typed words were found in, as ranges in order that do not touch. */
export function marksOf(title: string, typed: readonly string[]): Range[] {
  const { folded, places } = foldWithPlaces(title)
  const words = wordsOf(folded)
  const ranges = typed.flatMap((word) => rangesOf(word, folded, words))
  return merged(ranges.map(([from, to]) => [places[from] ?? 0, endOf(places, to)]))
}

/** Returns the start of the character after a range: one letter may have become several. */
function endOf(places: readonly number[], to: number): number {
  const last = places[to - 1] ?? 0
  for (let index = to; index < places.length; index++) if (places[index]! > last) return places[index]!
  return last
}

function rangesOf(typed: string, folded: string, words: readonly { word: string; at: number }[]): Range[] {
  const range = (at: number, length: number): Range[] => [[at, at + length]]
  const same = words.find(({ word }) => word === typed) ?? words.find(({ word }) => word.startsWith(typed))
  if (same) return range(same.at, typed.length)
  const initials = initialRanges(typed, words)
  if (initials) return initials
  const at = folded.indexOf(typed)
  if (at >= 0 && typed.length > 1) return range(at, typed.length)
  const most = typosAllowed(typed.length)
  if (most === 0) return []
  let nearest: { at: number; length: number; far: number } | undefined
  for (const { word, at } of words) {
    const far = typos(typed, word, most).beginning
    if (far <= most && (!nearest || far < nearest.far))
      nearest = { at, length: Math.min(word.length, typed.length), far }
  }
  return nearest ? range(nearest.at, nearest.length) : []
}

/**
 * Returns the first letters of words that together are the typed word, in order; undefined if they are not. Words may
 * be left out.
 */
function initialRanges(typed: string, words: readonly { word: string; at: number }[]): Range[] | undefined {
  if (typed.length < 2) return undefined
  const ranges: Range[] = []
  for (const { word, at } of words)
    if (word.startsWith(typed.charAt(ranges.length)) && ranges.length < typed.length) ranges.push([at, at + 1])
  return ranges.length === typed.length ? ranges : undefined
}

function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const [from, to] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}
