import { CsvRefusal } from '../csv/refusal'
import type { Sheet } from '../csv/sheet'
import type { Importable } from '../csv/importable'
import { quoted, type SheetProblem } from './problems'
import { checkedRows, type CheckedRow } from './rows'

/**
 * Yields every row of a sheet, checked by the rules of its resource, batch by batch and in flat memory. Sends nothing
 * to the server. Calls `warn` once for each warning of the encoding, of the header and of the rows. Throws CsvRefusal
 * for a sheet without rows.
 */
export async function* validatedRows<D>(
  sheet: Sheet,
  importable: Importable<D>,
  warn: (warning: SheetProblem) => void,
): AsyncGenerator<{ rows: CheckedRow<D>[]; draftOf: (row: CheckedRow<D>) => D | null }> {
  aboutEncoding(sheet).forEach(warn)
  aboutHeader(sheet, importable).forEach(warn)
  let read = 0
  for await (const batch of checkedRows(sheet, importable, warn)) {
    for (const { warnings } of batch.rows) warnings.forEach(warn)
    read += batch.rows.length
    yield batch
  }
  if (read === 0) throw new CsvRefusal('no_rows')
}

/** Returns warnings of ignored columns, and of data that all rows lack since the file has no column for it. */
function aboutHeader<D>({ header, headerLine }: Sheet, importable: Importable<D>): SheetProblem[] {
  const { cells, positions, recognised, unknown } = header
  const warning = (code: string, column: number, columnName: string | null): SheetProblem => ({
    line: headerLine,
    column,
    columnName,
    field: null,
    code,
    messageKey: `import.${code}`,
    values: {},
    value: '',
  })
  return [
    ...unknown.map((name) => {
      const at = cells.findIndex((cell, index) => positions[index] === -1 && cell.startsWith(name))
      return warning('header_unknown', at + 1, name)
    }),
    ...(importable.missingColumnWarnings?.(recognised) ?? []).map((code) => warning(code, 0, null)),
  ]
}

/** Returns a warning of each word, at its line, that is unusual in the encoding of the file. */
const aboutEncoding = ({ doubts }: Sheet): SheetProblem[] =>
  doubts.map(({ line, text, encoding, other }) => ({
    line,
    column: 0,
    columnName: null,
    field: null,
    code: 'encoding_doubtful',
    messageKey: other ? 'import.encoding_other' : 'import.encoding_doubtful',
    values: other ? { encoding, other: other.encoding, text: other.text } : { encoding },
    value: quoted(text),
  }))
