import { needsCloseCheck } from './cells'
import type { Encoding } from './encoding'

/**
 * Computes `needsCloseCheck` for a text from the bytes that it is decoded from, chunk by chunk. It checks four bytes at
 * a time, which costs a fraction of checking every character. It may return true where `needsCloseCheck` returns false
 * (the rows are then read more carefully), but never the reverse.
 */
export function oddBytes(encoding: Encoding): (bytes: Uint8Array, text: string) => boolean {
  if (encoding === 'utf-8') return oddInUtf8()
  if (encoding === 'windows-1252') return oddInWindows1252()
  return (_, text) => needsCloseCheck(text)
}

const isControl = (byte: number): boolean => (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 127

/** Returns the bytes as whole 32-bit words from `first` on, which is the first aligned byte. */
function wordsOf(bytes: Uint8Array): { words: Int32Array; first: number } {
  const first = (4 - (bytes.byteOffset & 3)) & 3
  const count = Math.max(0, (bytes.length - first) >> 2)
  return { words: count > 0 ? new Int32Array(bytes.buffer, bytes.byteOffset + first, count) : new Int32Array(0), first }
}

/** Returns the start of the first word from `at` on with a high bit, a control or a DEL. `at` is aligned. */
function passPlain(words: Int32Array, first: number, at: number): number {
  let word = (at - first) >> 2
  while (word < words.length) {
    const four = words[word]!
    if (((four | (four - 0x20202020) | (four + 0x01010101)) & 0x80808080) !== 0) break
    word++
  }
  return first + word * 4
}

/** Finds a control, an invalid byte, a character from U+0300 on, or a pair that misread UTF-8 leaves. */
function oddInUtf8(): (bytes: Uint8Array) => boolean {
  /** A lead byte whose continuation comes with the next chunk; 0 if there is none. */
  let lead = 0
  return (bytes) => {
    const { length } = bytes
    if (length === 0) return false
    const { words, first } = wordsOf(bytes)
    const before = lead
    const end = bytes[length - 1]!
    lead = end >= 0xc2 ? end : 0
    let at = 0
    if (before !== 0) {
      const next = bytes[0]!
      if (before > 0xcb || next < 0x80 || next > 0xbf || (before === 0xc2 && next < 0xa0)) return true
      // It may begin a pair. At the edge of a chunk an exact check is not worth its cost.
      if (before === 0xc3 && (next === 0x82 || next === 0x83)) return true
      at = 1
    }
    while (at < length) {
      if (((at - first) & 3) === 0 && at >= first) {
        at = passPlain(words, first, at)
        if (at >= length) break
      }
      const byte = bytes[at]!
      if (byte < 0x80) {
        if (isControl(byte)) return true
        at++
        continue
      }
      if (byte < 0xc2 || byte > 0xcb) return true
      if (at + 1 === length) break
      const next = bytes[at + 1]!
      if (next < 0x80 || next > 0xbf || (byte === 0xc2 && next < 0xa0)) return true
      at += 2
      // Â or Ã, followed by a character from U+0080 to U+00BF.
      if (byte === 0xc3 && (next === 0x82 || next === 0x83) && (at === length || bytes[at] === 0xc2)) return true
    }
    return false
  }
}

/** Finds the same in windows-1252, where 80 to 9F are characters from U+0152 to U+2122, or controls. */
function oddInWindows1252(): (bytes: Uint8Array) => boolean {
  let last = 0
  return (bytes) => {
    const { length } = bytes
    if (length === 0) return false
    const { words, first } = wordsOf(bytes)
    let previous = last
    last = bytes[length - 1]!
    let at = 0
    while (at < length) {
      if (((at - first) & 3) === 0 && at >= first) {
        const stop = passPlain(words, first, at)
        if (stop > at) previous = 0
        at = stop
        if (at >= length) break
      }
      const byte = bytes[at++]!
      if (byte < 0x80 ? isControl(byte) : byte < 0xa0) return true
      if (byte >= 0xa0 && byte < 0xc0 && (previous === 0xc2 || previous === 0xc3)) return true
      previous = byte
    }
    return false
  }
}
