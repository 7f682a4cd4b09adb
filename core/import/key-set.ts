/** Words of a slot: two hashes and the line; a slot with line 0 is free. */
const STRIDE = 3

/**
 * Keys seen so far and where, in one typed array: 12 bytes a slot whatever the keys are, so that a million rows fit in
 * some 25 MB. Two 32-bit hashes stand for a key; at a million keys the odds that two different ones meet are 1 in 36
 * million, and then a good row is reported as a duplicate, never a bad one let through.
 */
export function keySet(expected = 1 << 12): {
  seen: (kind: number, one: string, other: string, line: number) => number
} {
  let slots = 1 << Math.min(26, Math.max(12, Math.ceil(Math.log2(expected / 0.7))))
  let table = new Uint32Array(slots * STRIDE)
  let size = 0

  function place(first: number, second: number, line: number): number {
    let at = (first & (slots - 1)) * STRIDE
    while (table[at + 2] !== 0) {
      if (table[at] === first && table[at + 1] === second) return table[at + 2]!
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
    table = new Uint32Array(slots * STRIDE)
    for (let at = 0; at < before.length; at += STRIDE)
      if (before[at + 2] !== 0) place(before[at]!, before[at + 1]!, before[at + 2]!)
  }

  return {
    /**
     * The line (1-based) a key was first seen on; 0 when it is new, and then it is kept. A key is of a kind and has
     * two parts, given apart so that nobody has to join them a million times.
     */
    seen(kind, one, other, line) {
      let first = kind
      let second = one.length
      for (let index = 0; index < one.length; index++) {
        const code = one.charCodeAt(index)
        first = Math.imul(first ^ code, 0x9e3779b1)
        second = Math.imul(second, 31) + code
      }
      for (let index = 0; index < other.length; index++) {
        const code = other.charCodeAt(index)
        first = Math.imul(first ^ code, 0x9e3779b1)
        second = Math.imul(second, 33) + code
      }
      const earlier = place(mixed(first) >>> 0, mixed(second ^ other.length) >>> 0, line)
      if (earlier === 0 && ++size > slots * 0.7) grow()
      return earlier
    },
  }
}

/** The last step of MurmurHash3: every bit of the hash comes to depend on every other. */
function mixed(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}
