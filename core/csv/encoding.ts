import { CODE_PAGES } from './code-pages'
import { judgeWindows1252, judgeNamedEncoding, type EncodingDoubt } from './doubts'
import { foreignKind } from './magic'
import { CsvRefusal } from './refusal'
import { CSV_LIMITS } from './limits'
import type { Source } from './source'
import { utf8Counter } from './utf8-scan'

export { decoderOf } from './decode'

/** The canonical name of an encoding that the platform decodes, or of a DOS code page (code-pages.ts). */
export type Encoding = string

/** The encodings that lists offer: those that are detected, and others that a user is likely to need. */
export const ENCODINGS = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  ...CODE_PAGES,
  'macintosh',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
  'koi8-r',
] as const

/** Returns the canonical name of an encoding for a name or an alias (`latin1`, `cp1252`, `sjis`); null if unknown. */
export function encodingByName(label: string): Encoding | null {
  const name = label.trim().toLowerCase()
  if (CODE_PAGES.includes(name)) return name
  try {
    return new TextDecoder(name).encoding
  } catch {
    return null
  }
}

/** The number of bytes searched for a byte-order mark, a file signature and the header. */
export const HEAD_BYTES = 65_536

/** A file's encoding, whether it has a byte-order mark, its first bytes, and the evidence against the encoding. */
export type DetectedEncoding = { encoding: Encoding; bom: boolean; head: Uint8Array; doubts: readonly EncodingDoubt[] }

function marked(head: Uint8Array): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return null
}

/** Detects UTF-16 without a byte-order mark: Latin text has a NUL in every second byte, always on the same side. */
function utf16ByNuls(head: Uint8Array): 'utf-16le' | 'utf-16be' | 'binary' | null {
  const sample = head.subarray(0, Math.min(head.length, 4_096) & ~1)
  let even = 0
  let odd = 0
  for (let at = 0; at < sample.length; at += 2) {
    if (sample[at] === 0) even++
    if (sample[at + 1] === 0) odd++
  }
  const pairs = sample.length / 2
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le'
  if (even > pairs * 0.4 && odd < pairs * 0.05) return 'utf-16be'
  // A sheet may contain a stray NUL; a file with a NUL in one of fifty bytes is not text.
  return even + odd > Math.max(2, sample.length * 0.02) ? 'binary' : null
}

/**
 * Returns the encoding of a file without byte-order mark and NULs, by its counts. Letters of windows-1252 text almost
 * never form a UTF-8 sequence, so that the two counts are far apart in any real file. If one is four times the other,
 * it decides, and a few damaged bytes in UTF-8 cost only their own records. Otherwise nobody can know, and the file is
 * refused rather than half of it misread.
 */
export function encodingByCount(count: { sequences: number; invalid: number }): Encoding {
  if (count.invalid === 0 || count.sequences >= 4 * count.invalid) return 'utf-8'
  if (count.invalid >= 4 * count.sequences) return 'windows-1252'
  throw new CsvRefusal('encoding_mixed', { sequences: count.sequences, invalid: count.invalid })
}

/**
 * Detects a file's encoding: by its byte-order mark, by its pattern of NULs, then as UTF-8 or windows-1252 by all its
 * bytes. Throws CsvRefusal for a file that is empty, too large, not text, or in neither encoding, so that a wrong guess
 * is never written. An `override` is used as it is, and `doubts` holds the evidence against it.
 */
export async function detectEncoding(source: Source, override?: Encoding): Promise<DetectedEncoding> {
  if (source.size > CSV_LIMITS.bytes) throw new CsvRefusal('file_too_large', { max: CSV_LIMITS.bytes })
  const counter = utf8Counter()
  let head: Uint8Array = new Uint8Array(0)
  let settled = false
  let size = 0
  for await (const bytes of source.open()) {
    size += bytes.length
    if (size > CSV_LIMITS.bytes) throw new CsvRefusal('file_too_large', { max: CSV_LIMITS.bytes })
    counter.push(bytes)
    if (settled) continue
    head = joined(head, bytes)
    if (head.length < HEAD_BYTES) continue
    const early = byHead(head, override)
    if (early) return early
    settled = true
  }
  if (!settled) {
    const early = byHead(head, override)
    if (early) return early
  }
  if (size === 0) throw new CsvRefusal('empty_file')
  const count = counter.end()
  if (override)
    return { encoding: override, bom: false, head, doubts: await judgeNamedEncoding(source, override, count) }
  if (count.invalid === 0 && head.includes(PLUS)) {
    const found = UTF_7.exec(new TextDecoder().decode(head))
    if (found) throw new CsvRefusal('encoding_unknown', { samples: [found[0]] })
  }
  const doubts = count.invalid > 0 && count.sequences < 4 * count.invalid ? await judgeWindows1252(source, count) : []
  return { encoding: encodingByCount(count), bom: false, head, doubts }
}

/** UTF-7 needs a plus sign. The search for one costs a hundredth of a match against every word. */
const PLUS = 43
/** A word with a Latin-1 letter in UTF-7. It is plain ASCII, and never what the author meant. */
const UTF_7 = /[A-Za-z]*\+A[M-P][A-Za-z0-9+/](?:A[M-P][A-Za-z0-9+/])*-[A-Za-z]*/

function byHead(head: Uint8Array, override: Encoding | undefined): DetectedEncoding | null {
  const kind = foreignKind(head)
  if (kind) throw new CsvRefusal('not_csv', { kind })
  const mark = marked(head)
  // A byte-order mark is certain. Only a forced Unicode encoding overrides it.
  if (mark) return { encoding: override?.startsWith('utf-') ? override : mark, bom: true, head, doubts: [] }
  // Rows that are not valid in a Unicode encoding are refused one by one.
  if (override?.startsWith('utf-')) return { encoding: override, bom: false, head, doubts: [] }
  if (override) return null
  const pattern = utf16ByNuls(head)
  if (pattern === 'binary') throw new CsvRefusal('not_csv', { kind: 'binary' })
  return pattern ? { encoding: pattern, bom: false, head, doubts: [] } : null
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
