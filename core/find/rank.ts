import { IN_TITLE, INITIALS, type Dictionary } from './dictionary'
import type { Entry, FindOptions } from './finder'
import { agreementInRange, costOf, costsOf, EXACT, misspelt, prefixRange, tierOf, within, type Matches } from './match'

type Ranked = { row: number; score: number; tier: number; use: number }

/**
 * The distance between the scores of two tiers, and the factor of the words' cost, which counts before their
 * arrangement. CHANCE is the arrangement of a match that is probably chance.
 */
const TIER = 1 << 12
const ARRANGEMENTS = 5
const CHANCE = 19

/**
 * Returns the search of a dictionary for rows that match every word. Words as typed, beginnings and initials come
 * first; it looks for matches within words and with typos only while it has found less than a page. Each further typed
 * word reuses the matches before it.
 */
export function searchIn(dictionary: Dictionary, entries: readonly Entry[]) {
  const { words, first, rows, parts, entryOf, titleOf, titleWords, titleLength } = dictionary
  const size = entryOf.length
  const stamps = new Uint32Array(size)
  const touched = new Uint32Array(size)
  const costs: Uint8Array[] = []
  const places: Uint8Array[] = []
  const titlesAtMost = entries.reduce((most, { titles }) => Math.max(most, titles.length), 1)
  const withinWords = remembered((typed) => within(dictionary, typed))
  const misspeltWords = remembered((typed) => misspelt(dictionary, typed))
  let stamp = 0

  /** Puts the rows that match all words in tiers up to this one into `touched`, and returns their number. */
  function matching(typed: readonly string[], tier: number, only: FindOptions['only']): number {
    // A stamp counts the words that a row has matched in this pass.
    if (stamp > 0xffff_0000) stamps.fill((stamp = 0))
    stamp += 16
    let count = 0
    const ranges = typed.map((word) => prefixRange(dictionary, word))
    const postings = ranges.map(([from, to]) => first[to]! - first[from]!)
    // Words of few rows come first and leave little to do for the others.
    const order = typed.map((_, index) => index).sort((one, other) => postings[one]! - postings[other]!)
    for (const [step, number] of order.entries()) {
      const word = typed[number] as string
      const cost = (costs[number] ??= new Uint8Array(size))
      const place = (places[number] ??= new Uint8Array(size))
      const [before, after] = [stamp + step, stamp + step + 1]
      count = 0
      /** Matches the rows of the words from one to another, which all agree in the same way. */
      const take = (from: number, to: number, agreement: number) => {
        const prices = costsOf(agreement)
        for (let at = first[from]!, end = first[to]!; at < end; at++) {
          const row = rows[at]!
          const has = stamps[row]!
          const price = prices[parts[at]! >> 6]!
          if (price === 255) continue
          if (has === after) {
            if (price >= cost[row]!) continue
          } else if (step === 0 ? only === undefined || only(entryOf[row]!) : has === before) {
            stamps[row] = after
            touched[count++] = row
          } else continue
          cost[row] = price
          place[row] = parts[at]!
        }
      }
      const [from, to] = ranges[number]!
      for (let id = from; id < to;) {
        const agreement = agreementInRange(words[id]!, word, typed.length === 1)
        const begin = id++
        while (id < to && agreementInRange(words[id]!, word, typed.length === 1) === agreement) id++
        take(begin, id, agreement)
      }
      if (tier > 0) takeAll(withinWords(word), take)
      if (tier > 1) takeAll(misspeltWords(word), take)
      if (count === 0) break
    }
    return count
  }

  /**
   * Returns the arrangement of the words in the title: 0 all of it, 1 its beginning, 2 and 3 less so, 4 another order.
   * Another order with only the beginning of a word is mostly chance: `bom jesus pi` is not Pirapora do Bom Jesus.
   */
  function arrangement(row: number, count: number): number {
    let inTitle = 0
    let begins = false
    let adjacent = true
    let ordered = true
    let exact = true
    let last = -1
    for (let number = 0; number < count; number++) {
      const part = places[number]![row] as number
      if (part >> 6 === INITIALS) return costs[number]![row] === costOf(EXACT, INITIALS) ? 0 : 2
      if (part >> 6 !== IN_TITLE) continue
      const place = part & 63
      if (costs[number]![row] !== costOf(EXACT, IN_TITLE)) exact = false
      if (inTitle === 0) begins = place === 0
      else if (place !== last + 1) adjacent = false
      if (place <= last) ordered = false
      last = place
      inTitle++
    }
    if (!ordered) return exact ? 4 : CHANCE
    if (inTitle === 0) return 4
    if (adjacent && begins) return exact && inTitle === titleWords[row] ? 0 : 1
    return adjacent || begins ? 2 : 3
  }

  /** Returns the cost of the words for a row; their arrangement in its title comes on top. */
  function costOfRow(row: number, count: number): number {
    let sum = 0
    let most = 0
    for (let number = 0; number < count; number++) {
      const cost = costs[number]![row]!
      sum += cost
      if (cost > most) most = cost
    }
    return tierOf(most) * TIER + sum * ARRANGEMENTS
  }

  /** Returns less than 0 if the row of this score and use comes before another. */
  const compare = (row: number, score: number, use: number, other: Ranked): number =>
    score - other.score ||
    other.use - use ||
    // The title in the reader's own language comes first.
    titleOf[row]! - titleOf[other.row]! ||
    titleLength[row]! - titleLength[other.row]! ||
    row - other.row

  /** Returns the best of the first `found` rows of `touched` in order, one per entry. */
  function best(found: number, count: number, limit: number, uses: FindOptions['use']): Ranked[] {
    const room = limit * titlesAtMost
    const top: Ranked[] = []
    for (let at = 0; at < found; at++) {
      const row = touched[at]!
      const worst = top.length < room ? undefined : top[room - 1]
      const cost = costOfRow(row, count)
      // Most rows drop out here and below, before anything is allocated for them.
      if (worst && cost > worst.score) continue
      const score = cost + arrangement(row, count)
      if (worst && score > worst.score) continue
      const index = entryOf[row]!
      const use = uses && !entries[index]!.destructive ? uses(entries[index]!.id, index) : 0
      if (found <= room) {
        // All of them are wanted: they are put in order once, below.
        top.push({ row, score, tier: Math.floor(score / TIER), use })
        continue
      }
      if (worst && compare(row, score, use, worst) >= 0) continue
      let [low, high] = [0, top.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (compare(row, score, use, top[middle]!) > 0) low = middle + 1
        else high = middle
      }
      top.splice(low, 0, { row, score, tier: Math.floor(score / TIER), use })
      if (top.length > room) top.pop()
    }
    if (found <= room) top.sort((one, other) => compare(one.row, one.score, one.use, other))
    const shown = new Set<number>()
    return top.filter(({ row }) => !shown.has(entryOf[row]!) && shown.add(entryOf[row]!)).slice(0, limit)
  }

  function isPage(found: number, limit: number): boolean {
    if (found < limit || titlesAtMost === 1) return found >= limit
    const seen = new Set<number>()
    for (let at = 0; at < found && seen.size < limit; at++) seen.add(entryOf[touched[at]!]!)
    return seen.size >= limit
  }

  return (typed: readonly string[], { limit = 50, only, use, typosAsFallback = false }: FindOptions): Ranked[] => {
    if (typed.length === 0) return []
    let found = 0
    for (let tier = 0; tier < 3; tier++) {
      if (tier === 2 && typosAsFallback && found > 0) break
      const more = tier === 1 ? withinWords : misspeltWords
      if (tier > 0 && typed.every((word) => more(word).words.length === 0)) continue
      found = matching(typed, tier, only)
      if (isPage(found, limit)) break
    }
    return best(found, typed.length, limit, use)
  }
}

function takeAll({ words, agreements }: Matches, take: (from: number, to: number, agreement: number) => void): void {
  for (let index = 0; index < words.length; index++) take(words[index]!, words[index]! + 1, agreements[index]!)
}

/** Returns a function that remembers its last results: while one word is typed, those before it stay the same. */
function remembered<T>(make: (typed: string) => T, most = 32): (typed: string) => T {
  const known = new Map<string, T>()
  return (typed) => {
    const have = known.get(typed)
    if (have !== undefined) return have
    const made = make(typed)
    known.set(typed, made)
    for (const oldest of known.keys()) {
      if (known.size <= most) break
      known.delete(oldest)
    }
    return made
  }
}
