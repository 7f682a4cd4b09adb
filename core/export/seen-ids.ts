/** Ids that share a piece of memory: those of one client mostly lie close together. */
const PER_CHUNK = 1024

/** Which ids were seen, at a bit each where they lie close together: a Set of a hundred thousand holds as much as all else. */
export class SeenIds {
  #chunks = new Map<number, Uint8Array>()
  #size = 0

  /** How many different ones. */
  get size(): number {
    return this.#size
  }

  /** Takes a whole number of at least 0; one that was seen before changes nothing. */
  add(id: number): void {
    const place = Math.floor(id / PER_CHUNK)
    let chunk = this.#chunks.get(place)
    if (!chunk) this.#chunks.set(place, (chunk = new Uint8Array(PER_CHUNK / 8)))
    const within = id % PER_CHUNK
    const byte = chunk[within >> 3] ?? 0
    const bit = 1 << (within & 7)
    if (byte & bit) return
    chunk[within >> 3] = byte | bit
    this.#size++
  }
}
