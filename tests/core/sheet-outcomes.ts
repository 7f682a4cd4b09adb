import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { openSheet, type Sheet } from '@tocsin/core/csv/sheet'
import { sourceOfBytes, type Source } from '@tocsin/core/csv/source'
import type { SheetProblem } from '@tocsin/core/import/problems'
import { checkedRows } from '@tocsin/core/import/rows'
import { siteImport } from '@tocsin/core/resources/sites/csv'
import type { SiteDraft } from '@tocsin/core/resources/sites/csv-row'

export type RowOutcome = {
  line: number
  raw: readonly string[]
  draft: SiteDraft | null
  problems: readonly SheetProblem[]
  warnings: readonly SheetProblem[]
}
export type SheetOutcome = { sheet: Sheet; rows: RowOutcome[]; notes: SheetProblem[] } | { refusal: CsvRefusal }

export function sourceOfFile(path: string, highWaterMark = 65_536): Source {
  return { name: basename(path), size: statSync(path).size, open: () => createReadStream(path, { highWaterMark }) }
}

/** Returns an import's findings about a file before it asks the server; a refusal is one, any other error is thrown. */
export async function outcomeOf(file: Source | Uint8Array, piece?: number): Promise<SheetOutcome> {
  try {
    const sheet = await openSheet(
      file instanceof Uint8Array ? sourceOfBytes(file, 'file.csv', piece) : file,
      siteImport.spec,
    )
    const rows: RowOutcome[] = []
    const notes: SheetProblem[] = []
    for await (const batch of checkedRows(sheet, siteImport, (note) => notes.push(note)))
      for (const row of batch.rows) rows.push({ ...row, draft: batch.draftOf(row) })
    if (rows.length === 0) throw new CsvRefusal('no_rows')
    return { sheet, rows, notes }
  } catch (error) {
    if (error instanceof CsvRefusal) return { refusal: error }
    throw error
  }
}
