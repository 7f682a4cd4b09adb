import { highWords } from './high-words'
import { readingOf, weightOf, type Reading, type Weight } from './readings'
import { createTildeCounter } from './tildes'

/** The encoding that is assumed for text that is not UTF-8. */
const GUESS = 'windows-1252'
/** The encodings that are compared: the guess, those of Excel's CSV (MS-DOS), and that of old Macs. */
const OTHERS = [GUESS, 'cp850', 'cp437', 'cp860', 'macintosh'] as const

/** The advantage in cost that makes another reading clearly better, and the smallest one that is reported. */
const CLEARLY = 3
const PERHAPS = 2
/** The strangeness that makes a small sheet implausible, and the share of characters that does so for a larger one. */
const STRANGE = 5
const STRANGE_SHARE = 1 / 4

/** The number of words kept as samples, of characters kept of each, and of lines kept. */
const SAMPLES = 3
const SHOWN = 40
const LINES = 10_000
/** The number of words whose weights are cached, and the length of the longest one in bytes. */
const CACHED_WORDS = 5_000
const MAX_CACHED_LENGTH = 24
/** The number of bytes of a word that are weighed. The rest of a longer word is ignored. */
const WEIGHED = 64
/** The number of words that are judged. The rest of a text is ignored, so that a large one cannot cost seconds. */
const WORDS = 2_000_000
/**
 * The number of words between two checks whether so much of the text is strange that no other word can change the
 * result.
 */
const CERTAIN = 20_000

/**
 * A word that speaks against the encoding: its line, its bytes, and the encoding that suits its line better, if any.
 */
export type Doubt = { line: number; bytes: Uint8Array; better: string | null }

export type Plausibility = {
  plausible: boolean
  /** The encoding in which the text is usual, if it is better than the judged one; else null. */
  better: string | null
  /** Some words that speak against the encoding. */
  samples: readonly Omit<Doubt, 'better'>[]
  /** One word of each line that is not in the encoding, though the text as a whole is. */
  lines: readonly Doubt[]
}

type Tally = { costs: number[]; strange: number; count: number }
/** The weights of a word in every reading, and how much it speaks against the first. */
type Weighed = { weights: readonly Weight[]; against: number }

/** Returns the index of the lowest cost among the other readings. */
function bestOf(costs: readonly number[]): number {
  let best = 1
  for (let at = 2; at < costs.length; at++) if (costs[at]! < costs[best]!) best = at
  return best
}

/**
 * Judges whether bytes that are not UTF-8 are text in an encoding. Each word beyond ASCII is read in this encoding and
 * in the others that the bytes may be in. Each reading is weighed by how unusual it is in Portuguese, Spanish, French,
 * German or English (readings.ts). The encoding is implausible if another is clearly better, or if the text is strange
 * by itself, as that of another alphabet is. Chunks may be cut anywhere; the cost is linear. Returns null for an
 * encoding with more than one byte per character.
 */
export function createPlausibilityCounter(
  encoding: string = GUESS,
): { push: (bytes: Uint8Array) => void; end: () => Plausibility } | null {
  const own = readingOf(encoding, encoding === GUESS ? 'guessed' : 'named')
  if (!own) return null
  const others = OTHERS.filter((other) => other !== encoding)
  const readings: readonly Reading[] = [own, ...others.map((other) => readingOf(other, 'guessed')!)]
  const tally = (): Tally => ({ costs: readings.map(() => 0), strange: 0, count: 0 })
  const all = tally()
  const tildes = createTildeCounter()
  const ofLine = tally()
  /** The word that speaks most against the encoding in this line, and by how much. */
  let strongestDoubt: Uint8Array | null = null
  let most = 0
  const samples: Omit<Doubt, 'better'>[] = []
  const lines: Doubt[] = []
  const weakLines: Doubt[] = []

  function judge({ costs, strange, count }: Tally): { advantage: number; strange: boolean; better: string | null } {
    const best = bestOf(costs)
    const advantage = costs[0]! - costs[best]!
    const isUsual = advantage >= PERHAPS && costs[best]! <= Math.max(CLEARLY, count)
    return {
      advantage,
      strange: strange >= Math.max(STRANGE, count * STRANGE_SHARE),
      better: isUsual ? others[best - 1]! : null,
    }
  }

  const known = new Map<string, Weighed>()
  let words = 0
  function weighed(word: Uint8Array, end: number): Weighed {
    const weights = readings.map((reading) => weightOf(word, Math.min(end, WEIGHED), reading))
    const costs = weights.map(({ cost }) => cost)
    return { weights, against: Math.max(weights[0]!.strange, costs[0]! - costs[bestOf(costs)]!) }
  }
  /** Weighs a word in every reading. The weights are cached, because few words make up most of a sheet. */
  function weightsOf(word: Uint8Array, end: number): Weighed {
    if (end > MAX_CACHED_LENGTH) return weighed(word, end)
    let key = ''
    for (let index = 0; index <= end + 1; index++) key += String.fromCharCode(word[index]!)
    let found = known.get(key)
    if (!found) {
      found = weighed(word, end)
      if (known.size < CACHED_WORDS) known.set(key, found)
    }
    return found
  }
  function add(sums: Tally, weights: readonly Weight[]): void {
    for (let at = 0; at < weights.length; at++) sums.costs[at]! += weights[at]!.cost
    sums.strange += weights[0]!.strange
    sums.count += weights[0]!.count
  }

  function addWord(word: Uint8Array, end: number, line: number): void {
    if (++words > WORDS) return
    if (words % CERTAIN === 0 && all.strange * 2 > all.count) words = WORDS
    // A word in UTF-8 says nothing about the other words.
    if (isUtf8Latin(word, end)) return
    if (encoding === GUESS) tildes.look(word, end)
    const { weights, against } = weightsOf(word, end)
    add(all, weights)
    add(ofLine, weights)
    if (against <= 0) return
    const bytes = word.slice(1, Math.min(end, SHOWN) + 1)
    if (against >= PERHAPS && samples.length < SAMPLES && !samples.some((one) => isSame(one.bytes, bytes)))
      samples.push({ line, bytes })
    if (against > most) {
      most = against
      strongestDoubt = bytes
    }
  }

  function endLine(line: number): void {
    if (ofLine.count === 0) return
    if (strongestDoubt !== null) {
      const { advantage, strange, better } = judge(ofLine)
      const doubt = { line, bytes: strongestDoubt, better }
      if (strange || (advantage >= PERHAPS && (advantage >= CLEARLY || most >= PERHAPS))) {
        if (lines.length < LINES) lines.push(doubt)
      } else if (advantage >= PERHAPS && weakLines.length < SAMPLES) weakLines.push(doubt)
    }
    ofLine.costs.fill(0)
    ofLine.strange = 0
    ofLine.count = 0
    strongestDoubt = null
    most = 0
  }

  const visitor = highWords(addWord, endLine)
  return {
    push: (bytes) => visitor.push(bytes),
    end() {
      visitor.end()
      const { advantage, strange, better } = judge(all)
      // Many small advantages mean nothing without a word that has a larger one.
      const isOther = advantage >= CLEARLY && samples.length > 0
      const plausible = !isOther && !strange && !tildes.areOdd()
      return { plausible, better, samples, lines: plausible && advantage >= PERHAPS ? [...lines, ...weakLines] : lines }
    },
  }
}

/** Returns whether all bytes beyond ASCII in a word form Latin letters in UTF-8. */
function isUtf8Latin(word: Uint8Array, end: number): boolean {
  for (let index = 1; index <= end; index++) {
    const byte = word[index]!
    if (byte < 0x80) continue
    const next = word[++index]!
    if (index > end || byte < 0xc2 || byte > 0xc5 || next < 0x80 || next > 0xbf) return false
  }
  return true
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
