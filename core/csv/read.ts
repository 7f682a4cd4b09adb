import { decoderOf } from './encoding'
import { CSV_LIMITS } from './limits'
import { oddBytes } from './odd-bytes'
import type { Broken, Piece } from './records'
import { isBroken, recordGuard } from './records'
import { CsvRefusal } from './refusal'
import type { Sheet } from './sheet'
import { tokenizer } from './tokenize'

/**
 * Records with their raw cells. The first is on `line`, and each further one a line later. For `odd` see
 * `needsCloseCheck`.
 */
export type Rows = { line: number; rows: string[][]; odd: boolean }

export type Batch = Rows | Broken

export const isBrokenBatch = (batch: Batch): batch is Broken => 'code' in batch

/** Reads a sheet's rows from its bytes as they come; `push` and `end` return the rows completed so far. */
export function sheetReader(sheet: Pick<Sheet, 'encoding' | 'delimiter' | 'headerLine'>, batch?: number) {
  const decoder = decoderOf(sheet.encoding)
  const guard = recordGuard(sheet.delimiter, 1, batch)
  const tokenize = tokenizer(sheet.delimiter)
  const needsCloseCheck = oddBytes(sheet.encoding)
  let count = 0
  /**
   * `odd`: true if a chunk since the last rows was odd. `oddRest`: true if an earlier chunk was, whose rest is in the
   * next rows.
   */
  let odd = false
  let oddRest = false

  function read(pieces: Piece[]): Batch[] {
    const batches: Batch[] = []
    if (pieces.length === 0) return batches
    const careful = odd || oddRest
    oddRest = odd
    odd = false
    for (const piece of pieces) {
      if (isBroken(piece)) {
        if (piece.line > sheet.headerLine) batches.push(piece)
        count++
      } else {
        const rows = tokenize(piece)
        let { line } = piece
        if (line <= sheet.headerLine) {
          const before = piece.single ? 1 : sheet.headerLine - line + 1
          rows.splice(0, before)
          line = sheet.headerLine + 1
        }
        count += rows.length
        if (rows.length > 0) batches.push({ line, rows, odd: careful })
      }
    }
    if (count > CSV_LIMITS.rows) throw new CsvRefusal('too_many_rows', { max: CSV_LIMITS.rows })
    return batches
  }

  return {
    push(bytes: Uint8Array): Batch[] {
      const text = decoder.push(bytes)
      if (needsCloseCheck(bytes, text)) odd = true
      return read(guard.push(text))
    },
    end(): Batch[] {
      // The rest of a decoder is half a character. It becomes U+FFFD, which cannot be stored.
      const text = decoder.end()
      if (text !== '') odd = true
      return read([...guard.push(text), ...guard.end()])
    },
  }
}

/** The number of bytes decoded at once. A source may give large chunks: cheaper to read, but not to hold as text. */
const PIECE = 32_768

/** Yields the rows of a sheet in batches of some hundreds, so that memory stays flat for files of any size. */
export async function* readSheet(sheet: Sheet, batch?: number): AsyncGenerator<Batch> {
  const reader = sheetReader(sheet, batch)
  let size = 0
  for await (const bytes of sheet.source.open()) {
    size += bytes.length
    if (size > CSV_LIMITS.bytes) throw new CsvRefusal('file_too_large', { max: CSV_LIMITS.bytes })
    for (let at = 0; at < bytes.length; at += PIECE) yield* reader.push(bytes.subarray(at, at + PIECE))
  }
  yield* reader.end()
}
