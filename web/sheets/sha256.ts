/** Number of bytes digested at once, so that the file is never in memory as a whole. */
const PIECE = 1_048_576

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns the SHA-256 of some bytes, in hex. The browser's own exists only at a secure address. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle
  return hex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)) : digest(bytes))
}

/** Returns the digest of the digests of a file's pieces, since no browser digests a stream. It identifies the file. */
export async function fileDigest(file: Blob): Promise<string> {
  const parts: string[] = []
  for (let at = 0; at < file.size; at += PIECE)
    parts.push(await sha256(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer())))
  return sha256(new TextEncoder().encode(`${file.size} ${parts.join(' ')}`))
}

/** The constants of FIPS 180-4, sections 4.2.2 and 5.3.3: fractions of cube and square roots of the first primes. */
const [ROUND, START] = (() => {
  const primes: number[] = []
  for (let candidate = 2; primes.length < 64; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32) | 0
  return [
    primes.map((prime) => fraction(Math.cbrt(prime))),
    primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
  ]
})()

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** Computes SHA-256 by FIPS 180-4. */
export function digest(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0)
  const state = Int32Array.from(START)
  const words = new Int32Array(64)
  for (let at = 0; at < padded.length; at += 64) {
    for (let index = 0; index < 64; index++) {
      if (index < 16) {
        words[index] = view.getInt32(at + index * 4)
        continue
      }
      const [one, two] = [words[index - 15]!, words[index - 2]!]
      const low = turned(one, 7) ^ turned(one, 18) ^ (one >>> 3)
      const high = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10)
      words[index] = (words[index - 16]! + low + words[index - 7]! + high) | 0
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let index = 0; index < 64; index++) {
      const choose = (e & f) ^ (~e & g)
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choose + ROUND[index]! + words[index]!) | 0
      const most = (a & b) ^ (a & c) ^ (b & c)
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index]! + word) | 0
  }
  const out = new DataView(new ArrayBuffer(32))
  state.forEach((word, index) => out.setInt32(index * 4, word))
  return new Uint8Array(out.buffer)
}
