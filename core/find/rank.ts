import { IN_TITLE, INITIALS, type Dictionary } from './dictionary'
import type { Entry, FindOptions } from './finder'
import { agreementInRange, costOf, EXACT, misspelt, prefixRange, tierOf, within, type Matches } from './match'

type Ranked = { row: number; score: number; tier: number; use: number }

/** Scores of a tier lie apart from those of the next; what the words cost counts before how they stand. */
const TIER = 1 << 12
const ARRANGEMENTS = 5
const CHANCE = 19

/**
 * Searches a dictionary for rows that match every word: words as typed, beginnings and initials first; what lies within words
 * and what has typos only while there is less than a page. Whoever types goes on from what the word before was matched to.
 */
export function searchIn(dictionary: Dictionary, entries: readonly Entry[]) {
  const { words, first, rows, parts, entryOf, titleOf, titleWords, titleLength } = dictionary
  const size = entryOf.length
  const stamps = new Uint32Array(size)
  const costs: Uint8Array[] = []
  const places: Uint8Array[] = []
  const titlesAtMost = entries.reduce((most, { titles }) => Math.max(most, titles.length), 1)
  const withinWords = remembered((typed) => within(dictionary, typed))
  const misspeltWords = remembered((typed) => misspelt(dictionary, typed))
  let stamp = 0

  /** Rows that match all words in tiers up to this one. */
  function matching(typed: readonly string[], tier: number, only: ((entry: number) => boolean) | undefined): number[] {
    // A stamp says how many of the words a row has matched in this pass.
    if (stamp > 0xffff_0000) stamps.fill((stamp = 0))
    stamp += 16
    let touched: number[] = []
    // Long words match few rows and leave little to do for the others.
    const order = typed.map((_, index) => index).sort((one, other) => typed[other]!.length - typed[one]!.length)
    for (const [step, number] of order.entries()) {
      const word = typed[number] as string
      const cost = (costs[number] ??= new Uint8Array(size))
      const place = (places[number] ??= new Uint8Array(size))
      const [before, after] = [stamp + step, stamp + step + 1]
      touched = []
      const take = (id: number, agreement: number) => {
        for (let at = first[id]!, end = first[id + 1]!; at < end; at++) {
          const row = rows[at] as number
          const has = stamps[row] as number
          const price = costOf(agreement, parts[at]! >> 6)
          if (price === 255) continue
          if (has === after) {
            if (price >= cost[row]!) continue
          } else if (step === 0 ? !only || only(entryOf[row] as number) : has === before) {
            stamps[row] = after
            touched.push(row)
          } else continue
          cost[row] = price
          place[row] = parts[at] as number
        }
      }
      const [from, to] = prefixRange(dictionary, word)
      for (let id = from; id < to; id++) take(id, agreementInRange(words[id]!, word, typed.length === 1))
      if (tier > 0) takeAll(withinWords(word), take)
      if (tier > 1) takeAll(misspeltWords(word), take)
      if (touched.length === 0) break
    }
    return touched
  }

  /**
   * How the words stand in the title: 0 they are all of it, 1 it begins so, 2 and 3 less so, 4 in another order. Another order
   * and only the beginning of a word is mostly chance: `bom jesus pi` is not Pirapora do Bom Jesus.
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

  function scoreOf(row: number, count: number): number {
    let sum = 0
    let tier = 0
    for (let number = 0; number < count; number++) {
      const cost = costs[number]![row] as number
      sum += cost
      tier = Math.max(tier, tierOf(cost))
    }
    return tier * TIER + sum * ARRANGEMENTS + arrangement(row, count)
  }

  const entryAt = (row: number) => entryOf[row] as number
  const better = (one: Ranked, other: Ranked): number =>
    one.score - other.score ||
    other.use - one.use ||
    // The reader's own language before another.
    titleOf[one.row]! - titleOf[other.row]! ||
    titleLength[one.row]! - titleLength[other.row]! ||
    one.row - other.row

  /** The best rows in order, one per entry. */
  function best(found: readonly number[], count: number, limit: number, uses: FindOptions['use']): Ranked[] {
    const room = limit * titlesAtMost
    const top: Ranked[] = []
    for (const row of found) {
      const score = scoreOf(row, count)
      const worst = top.length < room ? undefined : top[top.length - 1]
      if (worst && score > worst.score) continue
      // Most rows of a page with the same score fall out here, before anything is made for them.
      const isOfNoUse = worst && !uses && score === worst.score && titleOf[row]! >= titleOf[worst.row]!
      if (isOfNoUse && titleLength[row]! > titleLength[worst.row]!) continue
      const entry = entries[entryAt(row)] as Entry
      const ranked = {
        row,
        score,
        tier: Math.floor(score / TIER),
        use: uses && !entry.destructive ? uses(entry.id) : 0,
      }
      if (worst && better(ranked, worst) >= 0) continue
      let [low, high] = [0, top.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (better(top[middle]!, ranked) < 0) low = middle + 1
        else high = middle
      }
      top.splice(low, 0, ranked)
      if (top.length > room) top.pop()
    }
    const shown = new Set<number>()
    return top.filter(({ row }) => !shown.has(entryAt(row)) && shown.add(entryAt(row))).slice(0, limit)
  }

  return (typed: readonly string[], { limit = 50, only, use }: FindOptions): Ranked[] => {
    if (typed.length === 0) return []
    let found: number[] = []
    for (let tier = 0; tier < 3; tier++) {
      const more = tier === 1 ? withinWords : misspeltWords
      if (tier > 0 && typed.every((word) => more(word).words.length === 0)) continue
      found = matching(typed, tier, only)
      if (isPage(found, entryOf, limit)) break
    }
    return best(found, typed.length, limit, use)
  }
}

function isPage(found: readonly number[], entryOf: Uint32Array, limit: number): boolean {
  if (found.length < limit) return false
  const entries = new Set<number>()
  for (const row of found) {
    entries.add(entryOf[row] as number)
    if (entries.size >= limit) return true
  }
  return false
}

function takeAll({ words, agreements }: Matches, take: (id: number, agreement: number) => void): void {
  for (let index = 0; index < words.length; index++) take(words[index]!, agreements[index]!)
}

/** A function that remembers its last answers: while one word is typed, those before it stay. */
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
