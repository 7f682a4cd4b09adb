/** A slot holds two hashes of 32 bits and the line. A slot of line 0 is free. */
const STRIDE = 3

/**
 * Keys seen so far and their lines, in one typed array: 12 bytes a slot whatever the keys are, so a million keys fit in
 * 25 MB. 64 bits of hash stand for a key. In a file of a million keys the odds that two different ones meet are one in
 * thirty million.
 */
export function keySet(expected = 1 << 12): {
  seen: (kind: number, one: string, other: string, line: number) => number
} {
  let slots = 1 << Math.min(26, Math.max(12, Math.ceil(Math.log2(expected / 0.7))))
  let table = new Int32Array(slots * STRIDE)
  let size = 0

  /** Returns the line of the key with these hashes; 0 for a new key, which it adds. */
  function place(first: number, second: number, line: number): number {
    let at = (placeOf(first) & (slots - 1)) * STRIDE
    for (;;) {
      const found = table[at + 2]!
      if (found === 0) break
      if (table[at] === first && table[at + 1] === second) return found
      at += STRIDE
      if (at === table.length) at = 0
    }
    table[at] = first
    table[at + 1] = second
    table[at + 2] = line
    return 0
  }

  function grow(): void {
    const before = table
    slots *= 2
    table = new Int32Array(slots * STRIDE)
    for (let at = 0; at < before.length; at += STRIDE)
      if (before[at + 2] !== 0) place(before[at]!, before[at + 1]!, before[at + 2]!)
  }

  return {
    /**
     * Returns the line (1-based) a key was first seen on; 0 for a new key, which is then kept. A key
     * has a kind and two parts. The parts come separately, so that they need not be joined for a million rows.
     */
    seen(kind, one, other, line) {
      let first = kind
      let second = one.length
      for (let index = 0; index < one.length; index++) {
        const code = one.charCodeAt(index)
        first = Math.imul(first ^ code, 0x9e3779b1)
        second = (Math.imul(second, 31) + code) | 0
      }
      for (let index = 0; index < other.length; index++) {
        const code = other.charCodeAt(index)
        first = Math.imul(first ^ code, 0x9e3779b1)
        second = (Math.imul(second, 33) + code) | 0
      }
      const earlier = place(mixed(first ^ Math.imul(second, 0x85ebca6b)), mixed(second ^ other.length), line)
      if (earlier === 0 && ++size > slots * 0.7) grow()
      return earlier
    },
  }
}

/** Returns the place of a key from the kept part of its hash, so that the table can grow. */
const placeOf = (hash: number): number => Math.imul(hash, 0x27d4eb2d) >>> 5

/** The last step of MurmurHash3: it makes every bit of the hash depend on every other. */
function mixed(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}
