import { isOdd } from './cells'
import type { Encoding } from './encoding'

/**
 * What `isOdd` asks of a text, asked of the bytes it is decoded from, chunk by chunk: four at a time, a fraction of
 * what a look at every character costs. It may say yes where the text would say no (the rows are then only read more
 * carefully), never the reverse.
 */
export function oddBytes(encoding: Encoding): (bytes: Uint8Array, text: string) => boolean {
  if (encoding !== 'utf-8' && encoding !== 'windows-1252') return (_, text) => isOdd(text)
  const isOddAt = encoding === 'utf-8' ? oddInUtf8 : oddInWindows1252
  /** The last byte of the chunk before: a character may be cut by the edge. */
  let before = 0
  return (bytes) => {
    const { length } = bytes
    if (length === 0) return false
    const last = before
    before = bytes[length - 1]!
    const first = (4 - (bytes.byteOffset & 3)) & 3
    if (length < first + 4) {
      for (let at = 0; at < length; at++) if (isOddAt(bytes, at, last)) return true
      return false
    }
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset + first, (length - first) >> 2)
    // What follows an edge is looked at even where it is plain: the byte before may have promised more.
    for (let at = 0; at <= first; at++) if (isOddAt(bytes, at, last)) return true
    for (let word = 0; word < words.length; word++) {
      const four = words[word]!
      // None of the four has its high bit, is below 32 or is 127: nothing to see.
      if (((four | ((four | 0) - 0x20202020) | ((four | 0) + 0x01010101)) & 0x80808080) === 0) continue
      const from = first + word * 4
      for (let at = from; at < from + 4; at++) if (isOddAt(bytes, at, last)) return true
    }
    for (let at = first + words.length * 4; at < length; at++) if (isOddAt(bytes, at, last)) return true
    return false
  }
}

const isControl = (byte: number): boolean => (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 127
const isContinuation = (byte: number): boolean => byte >= 0x80 && byte < 0xc0
/** Begins a character of two bytes that is not odd: from U+0080 to U+02FF. */
const isLead = (byte: number): boolean => byte >= 0xc2 && byte < 0xcc

/** A control, a byte that fits in no sequence, a character from U+0300 on, or a pair that misread UTF-8 leaves. */
function oddInUtf8(bytes: Uint8Array, at: number, last: number): boolean {
  const byte = bytes[at]!
  const previous = at > 0 ? bytes[at - 1]! : last
  if (byte < 0x80) return isControl(byte) || isLead(previous)
  if (isContinuation(byte)) {
    if (!isLead(previous)) return true
    if (previous === 0xc2) return byte < 0xa0
    // Ã or Â, and behind it a character from U+0080 to U+00BF; at an edge nobody knows what comes.
    return previous === 0xc3 && (byte === 0x82 || byte === 0x83) && (bytes[at + 1] ?? 0xc2) === 0xc2
  }
  // A lead must be followed; where plain text follows, no later look would tell, so it is told here.
  const next = bytes[at + 1]
  return !isLead(byte) || isLead(previous) || (next !== undefined && !isContinuation(next))
}

/** The same in windows-1252, where 80 to 9F are characters from U+0152 to U+2122, or controls. */
function oddInWindows1252(bytes: Uint8Array, at: number, last: number): boolean {
  const byte = bytes[at]!
  if (byte < 0x80) return isControl(byte)
  if (byte < 0xa0) return true
  const previous = at > 0 ? bytes[at - 1]! : last
  return byte < 0xc0 && (previous === 0xc2 || previous === 0xc3)
}
