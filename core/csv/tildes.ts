/** The letters ã and õ, small and capital, in windows-1252. */
const A_TILDE = new Set([0xe3, 0xc3])
const O_TILDE = new Set([0xf5, 0xd5])
const AFTER_A = new Set(Array.from('oesiz', (letter) => letter.charCodeAt(0)))
const LETTER_E = 0x65
const LOWER = 0x20

/** The number of tildes from which on their places mean something. */
const ENOUGH = 2
const ENOUGH_LAST = 10

/**
 * Counts where ã and õ stand in words that are read as windows-1252. In windows-1250 the same bytes are the Romanian ă,
 * which mostly ends a word, and the Hungarian ő, which hardly ever comes before an e. All other letters of those
 * languages read the same in both encodings.
 */
export function createTildeCounter(): { look: (bytes: Uint8Array, end: number) => void; areOdd: () => boolean } {
  let fit = 0
  let odd = 0
  let last = 0
  return {
    look(bytes, end) {
      for (let index = 1; index <= end; index++) {
        const byte = bytes[index]!
        const isA = A_TILDE.has(byte)
        if (!isA && !O_TILDE.has(byte)) continue
        const next = index < end ? bytes[index + 1]! : null
        if (isA && next === null) last++
        else if (next !== null && (isA ? AFTER_A.has(next | LOWER) : (next | LOWER) === LETTER_E)) fit++
        else odd++
      }
    },
    areOdd: () => (odd >= ENOUGH && odd > fit) || (last >= ENOUGH_LAST && last > 2 * fit),
  }
}
