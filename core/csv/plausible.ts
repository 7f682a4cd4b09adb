import { highWords } from './high-words'
import { readingOf, weightOf, type Reading, type Weight } from './readings'
import { tildeCounter } from './tildes'

/** What text that is no UTF-8 is taken for. */
const GUESS = 'windows-1252'
/** Encodings that the same bytes may be in: what Excel saves as CSV (MS-DOS), and what old Macs wrote. */
const OTHERS = [GUESS, 'cp850', 'cp437', 'cp860', 'macintosh'] as const

/** The advantage in cost with which another reading is clearly better, and the least that is told. */
const CLEARLY = 3
const PERHAPS = 2
/** The strangeness that a small sheet stops at; a larger one stops at a share of its characters. */
const STRANGE = 5
const STRANGE_SHARE = 1 / 4

/** Words that are kept to be shown, characters of each, and lines. */
const SAMPLES = 3
const SHOWN = 40
const LINES = 10_000
/** Words whose weights are remembered, and bytes of each. */
const REMEMBERED = 5_000
const MEMORABLE = 24

/** A word that speaks against the encoding: its line, its bytes, and the encoding that suits its line better, if any. */
export type Doubt = { line: number; bytes: Uint8Array; better: string | null }

export type Plausibility = {
  plausible: boolean
  /** The encoding in which the text is usual, where it is clearly better than the one that was judged. */
  better: string | null
  /** Some words that speak against the encoding. */
  samples: readonly Omit<Doubt, 'better'>[]
  /** One word of each line that is not in the encoding, though the text as a whole is. */
  lines: readonly Doubt[]
}

type Tally = { costs: number[]; strange: number; count: number }

/** Returns the tally's least cost among the other readings, by number. */
function bestOf(costs: readonly number[]): number {
  let best = 1
  for (let at = 2; at < costs.length; at++) if (costs[at]! < costs[best]!) best = at
  return best
}

/**
 * Judges whether bytes that are no UTF-8 are text in an encoding. Each word beyond ASCII is read in it and in the other
 * encodings that the bytes may be in, and each reading is weighed by how unusual it is in Portuguese, Spanish, French,
 * German or English (readings.ts). The encoding is implausible if another is clearly better, or if it is strange by
 * itself, as the text of another alphabet is. Chunks may be cut anywhere; the cost is linear. Returns null for an
 * encoding that has more than one byte a character.
 */
export function plausibleCounter(
  encoding: string = GUESS,
): { push: (bytes: Uint8Array) => void; end: () => Plausibility } | null {
  const own = readingOf(encoding, encoding === GUESS ? 'guessed' : 'named')
  if (!own) return null
  const others = OTHERS.filter((other) => other !== encoding)
  const readings: readonly Reading[] = [own, ...others.map((other) => readingOf(other, 'guessed')!)]
  const tally = (): Tally => ({ costs: readings.map(() => 0), strange: 0, count: 0 })
  const all = tally()
  const tildes = tildeCounter()
  let ofLine = tally()
  /** The word that speaks most against the encoding in this line, and by how much. */
  let oddest: Uint8Array | null = null
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

  const known = new Map<string, readonly Weight[]>()
  /** Weighs a word in every reading; few words make up most of a sheet. */
  function weightsOf(word: Uint8Array, end: number): readonly Weight[] {
    if (end > MEMORABLE) return readings.map((reading) => weightOf(word, end, reading))
    let key = ''
    for (let index = 0; index <= end + 1; index++) key += String.fromCharCode(word[index]!)
    const before = known.get(key)
    if (before) return before
    const weights = readings.map((reading) => weightOf(word, end, reading))
    if (known.size < REMEMBERED) known.set(key, weights)
    return weights
  }

  function weigh(word: Uint8Array, end: number, line: number): void {
    // A word in UTF-8 says nothing of the others.
    if (isUtf8Latin(word, end)) return
    if (encoding === GUESS) tildes.look(word, end)
    const weights = weightsOf(word, end)
    const { strange, count } = weights[0]!
    for (const sums of [all, ofLine]) {
      weights.forEach(({ cost }, at) => (sums.costs[at]! += cost))
      sums.strange += strange
      sums.count += count
    }
    const costs = weights.map(({ cost }) => cost)
    const against = Math.max(strange, costs[0]! - costs[bestOf(costs)]!)
    if (against <= 0) return
    const bytes = word.slice(1, Math.min(end, SHOWN) + 1)
    if (against >= PERHAPS && samples.length < SAMPLES && !samples.some((one) => isSame(one.bytes, bytes)))
      samples.push({ line, bytes })
    if (against > most) {
      most = against
      oddest = bytes
    }
  }

  function endLine(line: number): void {
    if (ofLine.count === 0) return
    const { advantage, strange, better } = judge(ofLine)
    if (oddest !== null) {
      const doubt = { line, bytes: oddest, better }
      if (strange || (advantage >= PERHAPS && (advantage >= CLEARLY || most >= PERHAPS))) {
        if (lines.length < LINES) lines.push(doubt)
      } else if (advantage >= PERHAPS && weakLines.length < SAMPLES) weakLines.push(doubt)
    }
    ofLine = tally()
    oddest = null
    most = 0
  }

  const words = highWords(weigh, endLine)
  return {
    push: (bytes) => words.push(bytes),
    end() {
      words.end()
      const { advantage, strange, better } = judge(all)
      // Many small advantages tell nothing without a word that has a larger one.
      const isOther = advantage >= CLEARLY && samples.length > 0
      const plausible = !isOther && !strange && !tildes.areOdd()
      return { plausible, better, samples, lines: plausible && advantage >= PERHAPS ? [...lines, ...weakLines] : lines }
    },
  }
}

/** Returns whether everything beyond ASCII in a word is Latin letters in UTF-8. */
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
