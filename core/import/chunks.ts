import { csvHeader, csvLine } from '../csv/write'
import type { Importable, Twin } from '../csv/importable'

/**
 * The most rows and bytes of a chunk. A chunk is one request and one transaction of the server, and others wait while
 * it is written.
 */
export const CHUNK_ROWS = 200
export const CHUNK_BYTES = 262_144
/** The most rows of a chunk of a plan, which writes nothing and so needs less time for each row. */
export const PLAN_ROWS = 1_000
/** The most rows and bytes of an import that is written in one transaction, all or nothing. */
export const ATOMIC_ROWS = 2_000
export const ATOMIC_BYTES = 2_097_152
/** The same for records that the server writes one after another, of which each takes as long as many rows of a chunk. */
const RECORDS = 50
const ATOMIC_RECORDS = 200

/** Returns the most rows of one request of an import. */
export function mostRows({ oneByOne = false }: { oneByOne?: boolean }, { dryRun = false, atomic = false }): number {
  if (oneByOne) return atomic ? ATOMIC_RECORDS : RECORDS
  return atomic ? ATOMIC_ROWS : dryRun ? PLAN_ROWS : CHUNK_ROWS
}

export type Chunk = {
  index: number
  bytes: Uint8Array
  /** The file's line of each row, in order. */
  lines: number[]
  /** The rows of the chunk, from 1, that are not the first of the file with their key. */
  twins: Map<number, Twin>
}

/**
 * Returns a function that gathers drafts into chunks: CSV in UTF-8 with commas, and a header with the canonical names
 * of the file's columns. `add` returns a chunk once it is full, `end` returns the rest.
 */
export function chunker<D>(
  importable: Importable<D>,
  columns: readonly string[],
  rows = CHUNK_ROWS,
  size = CHUNK_BYTES,
) {
  const encoder = new TextEncoder()
  const names = importable.spec.names.filter((name) => columns.includes(name))
  const indexes = names.map((name) => importable.spec.names.indexOf(name))
  const header = csvHeader(names)
  let text = header
  let length = bytesIn(header)
  let lines: number[] = []
  let twins: Chunk['twins'] = new Map()
  let index = 0

  function take(): Chunk {
    const chunk = { index: index++, bytes: encoder.encode(text), lines, twins }
    text = header
    length = bytesIn(header)
    lines = []
    twins = new Map()
    return chunk
  }

  return {
    add(draft: D, line: number, twin?: Twin): Chunk | null {
      const cells = importable.write(draft)
      const part = csvLine(indexes.map((column) => cells[column] ?? null))
      const bytes = bytesIn(part)
      const full = lines.length > 0 && (lines.length === rows || length + bytes > size) ? take() : null
      text += part
      length += bytes
      lines.push(line)
      if (twin) twins.set(lines.length, twin)
      return full
    },
    end: (): Chunk | null => (lines.length > 0 ? take() : null),
  }
}

/** Counts the bytes of a text in UTF-8; a surrogate pair takes four. Encoding each row takes five times as long. */
function bytesIn(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > 0x7f) bytes += code > 0x7ff && (code & 0xf800) !== 0xd800 ? 2 : 1
  }
  return bytes
}
