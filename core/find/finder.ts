import { dictionarySteps, type Dictionary } from './dictionary'
import { queryWords } from './fold'
import { marksOf } from './marks'
import { searchIn } from './rank'

export type Entry = {
  id: string
  /** Both languages of a command, or a record's one name; the first is the primary one. */
  titles: readonly string[]
  /** Matched as well, but weaker: ids, tags, codes, phones, nicknames, a city. */
  keywords?: readonly string[]
  group?: string
  /** Never lifted by how often it was used. */
  destructive?: boolean
}

export type Found = {
  /** Index of the entry. */
  entry: number
  /** 0: words as typed, beginnings, initials; 1: within words; 2: with typos. */
  tier: number
  /** Less is better; equal scores are one match class. */
  score: number
  /** Ranges of `titles[title]` that were matched. */
  marks: readonly [from: number, to: number][]
  title: number
}

export type FindOptions = {
  /** A page; 50 unless said. */
  limit?: number
  /** Which entries may be found at all. */
  only?: (entry: number) => boolean
  /** How much an entry was used, from 0: orders within a match class. */
  use?: (id: string, entry: number) => number
  /** What has typos is looked for only where nothing is found without them, and not wherever there is less than a page. */
  typosAlone?: boolean
}

export type Finder = { size: number; find: (query: string, options?: FindOptions) => Found[] }

/** A finder over entries, which it keeps; see `finderSteps` for one that is built with rests between. */
export function createFinder(entries: readonly Entry[]): Finder {
  const steps = finderSteps(entries)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Builds a finder in steps of some milliseconds each. */
export function* finderSteps(entries: readonly Entry[]): Generator<void, Finder> {
  const dictionary: Dictionary = yield* dictionarySteps(entries)
  const search = searchIn(dictionary, entries)
  return {
    size: entries.length,
    find(query, options = {}) {
      const words = queryWords(query)
      return search(words, options).map(({ row, score, tier }) => {
        const entry = dictionary.entryOf[row] as number
        const title = dictionary.titleOf[row] as number
        return { entry, tier, score, title, marks: marksOf(entries[entry]?.titles[title] ?? '', words) }
      })
    },
  }
}
