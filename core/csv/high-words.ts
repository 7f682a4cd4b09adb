/** The longest word, in letters. A longer run of letters is not a word, and is visited in parts. */
const MAX_WORD_LENGTH = 4_096

const BLANK = 0x20
const CR = 0x0d
const LF = 0x0a

/** Called for each word. It is at 1 to `end` in `bytes`, with one more byte on either side. */
type Visit = (bytes: Uint8Array, end: number, line: number) => void

/**
 * Visits each word with a byte beyond ASCII, and the end of each line. A word consists of ASCII letters and of all
 * bytes beyond ASCII. Chunks may be cut anywhere. The next word reuses `bytes`.
 */
export function highWords(
  visit: Visit,
  endLine: (line: number) => void = () => {},
): { push: (bytes: Uint8Array) => void; end: () => void } {
  const word = new Uint8Array(MAX_WORD_LENGTH + 2).fill(BLANK)
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
          if (end === MAX_WORD_LENGTH) finish(BLANK)
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
