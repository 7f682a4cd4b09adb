/** A slot holds 32 bits of hash, then 9 more bits of it and the line; a slot of line 0 is free. */
const STRIDE = 2
const LINE_BITS = 23
const LAST_LINE = (1 << LINE_BITS) - 1

/**
 * Keys seen so far and their lines, in one typed array: 8 bytes a slot whatever the keys are, so a million keys fit in
 * 16 MB. 41 bits of hash stand for a key. In a file of a million keys the odds that two different ones meet are about
 * one in four. A good row is then reported as a duplicate; a bad one is never let through.
 */
export function keySet(expected = 1 << 12): {
  seen: (kind: number, one: string, other: string, line: number) => number
} {
  let slots = 1 << Math.min(26, Math.max(12, Math.ceil(Math.log2(expected / 0.7))))
  let table = new Int32Array(slots * STRIDE)
  let size = 0

  /** `tail`: the line, and above it nine more bits of the hash. */
  function place(hash: number, second: number, tail: number): number {
    let at = (hash & (slots - 1)) * STRIDE
    for (;;) {
      const found = table[at + 1]!
      if (found === 0) break
      if (table[at] === second && (found ^ tail) >>> LINE_BITS === 0) return found & LAST_LINE
      at += STRIDE
      if (at === table.length) at = 0
    }
    table[at] = second
    table[at + 1] = tail
    return 0
  }

  function grow(): void {
    const before = table
    slots *= 2
    table = new Int32Array(slots * STRIDE)
    for (let at = 0; at < before.length; at += STRIDE)
      if (before[at + 1] !== 0) place(placeOf(before[at]!), before[at]!, before[at + 1]!)
  }

  return {
    /**
     * Returns the line (1-based, at most 8,388,607) a key was first seen on; 0 for a new key, which is then kept. A key
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
      const kept = mixed(first ^ Math.imul(second, 0x85ebca6b))
      const tail = (mixed(second ^ other.length) << LINE_BITS) | Math.min(line, LAST_LINE)
      const earlier = place(placeOf(kept), kept, tail)
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
