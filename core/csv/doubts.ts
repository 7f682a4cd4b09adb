import { decoderOf } from './decode'
import { highWords } from './high-words'
import { createPlausibilityCounter, type Doubt, type Plausibility } from './plausible'
import { CsvRefusal } from './refusal'
import type { Source } from './source'
import type { Utf8Count } from './utf8-scan'

/** A word that is unusual in the chosen encoding, and how it reads in an encoding that fits better, if there is one. */
export type EncodingDoubt = {
  line: number
  text: string
  encoding: string
  other: { encoding: string; text: string } | null
}

/** The number of characters shown of a word, and of words shown of a file whose encoding was named wrongly. */
const SHOWN = 40
const SAMPLES = 3

function decoded(encoding: string, bytes: Uint8Array): string {
  const decoder = decoderOf(encoding)
  return Array.from(decoder.push(bytes) + decoder.end())
    .slice(0, SHOWN)
    .join('')
}

const doubtOf = (encoding: string, { line, bytes, better }: Doubt): EncodingDoubt => ({
  line,
  text: decoded(encoding, bytes),
  encoding,
  other: better === null ? null : { encoding: better, text: decoded(better, bytes) },
})

async function judge(source: Source, encoding: string): Promise<Plausibility | null> {
  const counter = createPlausibilityCounter(encoding)
  if (!counter) return null
  for await (const bytes of source.open()) counter.push(bytes)
  return counter.end()
}

/** Returns the lines of a file read as windows-1252 that are not. Throws CsvRefusal if the whole file is not. */
export async function judgeWindows1252(source: Source, count: Utf8Count): Promise<EncodingDoubt[]> {
  const encoding = 'windows-1252'
  const { plausible, better, samples, lines } = (await judge(source, encoding))!
  if (plausible) return lines.map((line) => doubtOf(encoding, line))
  const textsIn = (one: string) => samples.map(({ bytes }) => decoded(one, bytes))
  throw new CsvRefusal('encoding_unknown', {
    samples: textsIn(encoding),
    // Text that is partly UTF-8 reads well in no other encoding.
    ...(better === null || count.sequences * 4 > count.invalid ? {} : { better, readings: textsIn(better) }),
  })
}

/**
 * Returns the evidence against an encoding that the user named: the lines that are not in it, or some words if the
 * whole file is not. Valid UTF-8 text is hardly ever in another encoding.
 */
export async function judgeNamedEncoding(source: Source, encoding: string, count: Utf8Count): Promise<EncodingDoubt[]> {
  if (count.sequences > 0 && count.sequences >= 4 * count.invalid) {
    const words = await firstWords(source)
    return words.map((word) => doubtOf(encoding, { ...word, better: 'utf-8' }))
  }
  const found = await judge(source, encoding)
  if (!found) return []
  const { plausible, better, samples, lines } = found
  // Where no other encoding suits the whole file, one may suit some of its lines.
  const inLines = plausible || (better === null && lines.length > 0)
  return (inLines ? lines : samples.map((sample) => ({ ...sample, better }))).map((one) => doubtOf(encoding, one))
}

/** Returns the first words that are not all ASCII. */
async function firstWords(source: Source): Promise<Omit<Doubt, 'better'>[]> {
  const found: Omit<Doubt, 'better'>[] = []
  const words = highWords((bytes, end, line) => {
    if (found.length < SAMPLES) found.push({ line, bytes: bytes.slice(1, end + 1) })
  })
  for await (const bytes of source.open()) {
    words.push(bytes)
    if (found.length === SAMPLES) return found
  }
  words.end()
  return found
}
