/** Letters of a word at most: a longer one is none, and is visited in parts. */
const LONGEST = 4_096

const BLANK = 0x20
const CR = 0x0d
const LF = 0x0a

/** Called for a word: it stands from 1 to `end` in `bytes`, with one byte more on either side. */
type Visit = (bytes: Uint8Array, end: number, line: number) => void

/**
 * Visits the words of some bytes that are not all ASCII, and each line once it ends. A word consists of letters of ASCII
 * and of all bytes beyond it. Chunks may be cut anywhere. `bytes` is used again for the next word.
 */
export function highWords(
  visit: Visit,
  endLine: (line: number) => void = () => {},
): { push: (bytes: Uint8Array) => void; end: () => void } {
  const word = new Uint8Array(LONGEST + 2).fill(BLANK)
  let end = 0
  let isHigh = false
  let line = 1
  let last = 0

  function finish(next: number): void {
    if (isHigh) {
      word[end + 1] = next
      visit(word, end, line)
      isHigh = false
    }
    end = 0
  }

  return {
    push(bytes) {
      for (const byte of bytes) {
        if (byte >= 0x80 || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)) {
          if (end === LONGEST) finish(BLANK)
          if (byte >= 0x80) isHigh = true
          word[++end] = byte
        } else {
          finish(byte)
          word[0] = byte
          if (byte === CR || (byte === LF && last !== CR)) endLine(line++)
        }
        last = byte
      }
    },
    end() {
      finish(BLANK)
      endLine(line)
    },
  }
}
