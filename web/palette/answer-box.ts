import type { FoundRecord } from './record-engine'

/** The number of answers that the box holds; a further one overwrites the oldest. */
const SLOTS = 4
/** The bytes for one answer; a hundred records of usual names take a tenth of it. A longer one is sent by message. */
const ROOM = 1 << 17
/** The bytes before an answer: its number (0 while it is written) and its length. */
const HEAD = 8

/** Makes memory shared by page and worker; null where the page is not cross-origin isolated, as on plain HTTP. */
export const createBox = (): SharedArrayBuffer | null =>
  globalThis.crossOriginIsolated ? new SharedArrayBuffer(SLOTS * (HEAD + ROOM)) : null

const slotOf = (box: SharedArrayBuffer, number: number) => {
  const at = (number % SLOTS) * (HEAD + ROOM)
  return { head: new Int32Array(box, at, 2), bytes: new Uint8Array(box, at + HEAD, ROOM) }
}

/** Puts an answer into the box; false where there is no room for it. */
export function putAnswer(box: SharedArrayBuffer, number: number, records: readonly FoundRecord[]): boolean {
  const text = new TextEncoder().encode(JSON.stringify(records))
  if (text.length > ROOM) return false
  const { head, bytes } = slotOf(box, number)
  Atomics.store(head, 0, 0)
  bytes.set(text)
  Atomics.store(head, 1, text.length)
  Atomics.store(head, 0, number)
  return true
}

/** Returns the answer of a number, counted from 1; null before it is written and after it is overwritten. */
export function readAnswer(box: SharedArrayBuffer, number: number): FoundRecord[] | null {
  const { head, bytes } = slotOf(box, number)
  if (Atomics.load(head, 0) !== number) return null
  const text = bytes.slice(0, Atomics.load(head, 1))
  // The slot was overwritten while it was copied.
  if (Atomics.load(head, 0) !== number) return null
  return JSON.parse(new TextDecoder().decode(new Uint8Array(text))) as FoundRecord[]
}
