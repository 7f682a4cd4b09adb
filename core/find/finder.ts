import { dictionarySteps, type Dictionary } from './dictionary'
import { queryWords } from './fold'
import { marksOf } from './marks'
import { searchIn } from './rank'

export type Entry = {
  id: string
  /** Both languages of a command, or a record's one name; the first is the primary one. */
  titles: readonly string[]
  /** Further texts that match with less weight: ids, tags, codes, phones, nicknames, a city. */
  keywords?: readonly string[]
  group?: string
  /** True for an entry that is never ranked up by its use. */
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
  /** The size of a page, 50 by default. */
  limit?: number
  /** Returns whether an entry may be found at all. */
  only?: (entry: number) => boolean
  /** Returns how much an entry was used, 0 or more. It orders entries of one match class. */
  use?: (id: string, entry: number) => number
  /** True if typos are searched only where nothing else is found, and not whenever there is less than a page. */
  typosAsFallback?: boolean
}

export type Finder = { size: number; find: (query: string, options?: FindOptions) => Found[] }

/** Creates a finder over entries, which it keeps in memory. `finderSteps` creates one in steps. */
export function createFinder(entries: readonly Entry[]): Finder {
  const steps = finderSteps(entries)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Creates a finder in steps of some milliseconds each. */
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
