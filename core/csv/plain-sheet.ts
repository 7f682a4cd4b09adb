import { decoderOf, detectEncoding } from './encoding'
import { lineEnds } from './line-ends'
import { foreignText } from './magic'
import { sheetReader, type Batch } from './read'
import { CsvRefusal } from './refusal'
import { cellsOf, DELIMITERS, SEP } from './sheet'
import type { Source } from './source'
import type { Delimiter } from './write'

/**
 * Yields all rows of a sheet whose columns are known by their position alone. Its delimiter is the one that divides the
 * first row into the most cells. Throws CsvRefusal if the file is no sheet.
 */
export async function* openPlainSheet(source: Source): AsyncGenerator<Batch> {
  const { encoding, head } = await detectEncoding(source)
  const raw = decoderOf(encoding)
    .push(head)
    .replace(/^\ufeff+/, '')
  if (raw.trim() === '') throw new CsvRefusal('empty_file')
  const kind = foreignText(raw)
  if (kind) throw new CsvRefusal('not_csv', { kind })
  const lines = lineEnds().push(raw).split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  const sep = SEP.exec(lines[first]?.trim() ?? '')
  const row = (sep ? lines.slice(first + 1).find((line) => line.trim() !== '') : lines[first]) ?? ''
  const cells = (delimiter: Delimiter) => cellsOf(row, delimiter).length
  const delimiter =
    (sep?.[1] as Delimiter | undefined) ?? DELIMITERS.reduce((best, one) => (cells(one) > cells(best) ? one : best))
  const reader = sheetReader({ encoding, delimiter, headerLine: sep ? first + 1 : 0 })
  for await (const bytes of source.open()) yield* reader.push(bytes)
  yield* reader.end()
}
