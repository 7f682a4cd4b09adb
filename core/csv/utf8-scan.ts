/** Counts of UTF-8 in some bytes: valid sequences of two to four bytes, and bytes that fit in no sequence. */
export type Utf8Count = { sequences: number; invalid: number }

/**
 * Counts sequences without decoding them, over chunks that may be cut anywhere. It skips ASCII four bytes at a time, so
 * that a scan of a whole file costs a fraction of reading it.
 */
export function utf8Counter(): { push: (bytes: Uint8Array) => void; end: () => Utf8Count } {
  let sequences = 0
  let invalid = 0
  let needed = 0
  let low = 0x80
  let high = 0xbf

  function push(bytes: Uint8Array): void {
    const length = bytes.length
    const first = (4 - (bytes.byteOffset & 3)) & 3
    const words =
      length > first + 4 ? new Int32Array(bytes.buffer, bytes.byteOffset + first, (length - first) >> 2) : null
    let at = 0
    while (at < length) {
      if (needed === 0 && words !== null && at >= first && ((at - first) & 3) === 0) {
        let word = (at - first) >> 2
        while (word < words.length && (words[word]! & 0x80808080) === 0) word++
        at = first + word * 4
        if (at >= length) break
      }
      const byte = bytes[at]!
      if (needed > 0) {
        if (byte >= low && byte <= high) {
          low = 0x80
          high = 0xbf
          needed--
          if (needed === 0) sequences++
          at++
          continue
        }
        // The unfinished sequence counts once. This byte may begin another one, so that it is checked again.
        invalid++
        needed = 0
        low = 0x80
        high = 0xbf
        continue
      }
      at++
      if (byte < 0x80) continue
      if (byte >= 0xc2 && byte <= 0xdf) needed = 1
      else if (byte >= 0xe0 && byte <= 0xef) {
        needed = 2
        if (byte === 0xe0) low = 0xa0
        if (byte === 0xed) high = 0x9f
      } else if (byte >= 0xf0 && byte <= 0xf4) {
        needed = 3
        if (byte === 0xf0) low = 0x90
        if (byte === 0xf4) high = 0x8f
      } else invalid++
    }
  }

  return {
    push,
    end: () => ({ sequences, invalid: invalid + (needed > 0 ? 1 : 0) }),
  }
}
