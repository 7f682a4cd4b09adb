import type { ColumnMap, Header, HeaderSpec } from './header'
import { headersOfList, isHeader, recognise, unmatchedHeaders, unstorableNames } from './header'
import type { Encoding } from './encoding'
import { decoderOf, detectEncoding, HEAD_BYTES } from './encoding'
import type { EncodingDoubt } from './doubts'
import { lineEnds } from './line-ends'
import { CSV_LIMITS } from './limits'
import { foreignText } from './magic'
import { isBroken, recordGuard } from './records'
import { CsvRefusal } from './refusal'
import type { Source } from './source'
import { tokenizer } from './tokenize'
import type { Delimiter } from './write'

/** The facts found about a file before its rows are read. */
export type Sheet = {
  source: Source
  encoding: Encoding
  bom: boolean
  /** The evidence against the chosen encoding. */
  doubts: readonly EncodingDoubt[]
  delimiter: Delimiter
  /** The physical line of the header, 1-based; the rows follow it. */
  headerLine: number
  header: Header
  /** The columns by which its rows are read: those of the resource, and the file's own if it may have any. */
  spec: HeaderSpec
  /** The line end of the file, for a rejects file in the same dialect. */
  lineEnd: '\r\n' | '\n' | '\r'
}

export type SheetOptions = { encoding?: Encoding; delimiter?: Delimiter; map?: ColumnMap }

export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|']
/** Matches a first line that names the delimiter, as Excel writes it. */
export const SEP = /^"?sep=([,;\t|])"?$/i

/** The number of lines searched for a header that does not come first, to name its line in the refusal. */
const PREAMBLE = 20

/**
 * Opens a file as a sheet with the columns of `spec`. Throws CsvRefusal if it is not a sheet, has no header, lacks a
 * required column or has a column twice.
 */
export async function openSheet(source: Source, spec: HeaderSpec, options: SheetOptions = {}): Promise<Sheet> {
  const { encoding, bom, head, doubts } = await detectEncoding(source, options.encoding)
  const decoder = decoderOf(encoding)
  const ends = lineEnds()
  const raw = decoder.push(head).replace(/^\ufeff+/, '')
  if (raw.trim() === '' && source.size <= head.length) throw new CsvRefusal('empty_file')
  const kind = foreignText(raw)
  if (kind) throw new CsvRefusal('not_csv', { kind })
  const lines = ends.push(raw).split('\n')
  const whole = source.size <= head.length

  const first = lines.findIndex((line) => line.trim() !== '')
  const sep = SEP.exec(lines[first]?.trim() ?? '')
  const at = sep ? lines.findIndex((line, index) => index > first && line.trim() !== '') : first
  const line = lines[at]
  if (line === undefined) throw new CsvRefusal(whole ? 'empty_file' : 'header_missing')
  const cut = !whole && at === lines.length - 1
  const given = options.delimiter ?? (sep?.[1] as Delimiter | undefined)
  const best = bestHeader(line, spec, options, given)
  if (cut) {
    const cells = Math.max(...DELIMITERS.map((delimiter) => line.split(delimiter).length))
    // The file may continue after the part that was read.
    if (cells > CSV_LIMITS.columns)
      throw new CsvRefusal('header_too_wide', { max: CSV_LIMITS.columns, found: `≥ ${cells}` })
    throw new CsvRefusal('header_missing', { max: HEAD_BYTES })
  }
  if (!best) {
    const later = lines.slice(at + 1, at + 1 + PREAMBLE).findIndex((text) => {
      const found = bestHeader(text, spec, options, options.delimiter)
      return found !== null && found.header.missing.length === 0
    })
    if (later !== -1) throw new CsvRefusal('header_missing', { line: at + later + 2 })
    const guess = bestHeader(line, spec, options, given, looksLikeHeader(spec))
    if (guess && guess.header.missing.length > 0) throw missingColumnsRefusal(guess.header, spec)
    throw new CsvRefusal('header_missing', { fields: spec.required })
  }
  const { header, delimiter } = best
  if (header.cells.length > CSV_LIMITS.columns)
    throw new CsvRefusal('header_too_wide', {
      max: CSV_LIMITS.columns,
      found: cellsOf(line, delimiter, Infinity).length,
    })
  const listed = headersOfList(header, spec)
  if (listed.length > 0) throw new CsvRefusal('header_of_list', { fields: listed })
  if (header.duplicates.length > 0) throw new CsvRefusal('header_duplicate', { fields: header.duplicates })
  if (header.missing.length > 0) throw missingColumnsRefusal(header, spec)
  const forbidden = unstorableNames(header, spec)
  if (forbidden.length > 0) throw new CsvRefusal('header_forbidden', { fields: forbidden })
  const lineEnd = raw.includes('\r\n') ? '\r\n' : raw.includes('\n') ? '\n' : raw.includes('\r') ? '\r' : '\r\n'
  const own = spec.open ? { ...spec, names: header.names } : spec
  return { source, encoding, bom, doubts, delimiter, headerLine: at + 1, header, spec: own, lineEnd }
}

/** Returns the delimiter that makes the best header of a line: the given one if it makes any, else the best of all. */
function bestHeader(
  line: string,
  spec: HeaderSpec,
  { map }: SheetOptions,
  given: Delimiter | undefined,
  accepts = (header: Header) => isHeader(header, map !== undefined || spec.open === true),
): { header: Header; delimiter: Delimiter } | null {
  let best: { header: Header; delimiter: Delimiter } | null = null
  for (const delimiter of given ? [given, ...DELIMITERS] : DELIMITERS) {
    const header = recognise(cellsOf(line, delimiter), spec, map)
    if (!accepts(header)) continue
    if (!best || header.recognised.length > best.header.recognised.length) best = { header, delimiter }
    if (delimiter === given) return best
  }
  return best
}

/**
 * Returns whether a first row was probably meant as a header: it has at least one known name. If a column may have any
 * name, every row may be meant as one. The refusal then names the missing columns.
 */
const looksLikeHeader =
  ({ open }: HeaderSpec) =>
  ({ known, cells }: Header): boolean =>
    known > 0 || (open === true && cells.length > 0)

/**
 * Returns the refusal of a header without its required columns. `unknown` has the headers that may be misnamed ones.
 */
const missingColumnsRefusal = (header: Header, spec: HeaderSpec): CsvRefusal =>
  new CsvRefusal('header_unknown_or_missing', { fields: header.missing, unknown: unmatchedHeaders(header, spec) })

/** Returns up to `most` cells of a line, none if it is not a record. The default is one more than a sheet may have. */
export function cellsOf(line: string, delimiter: Delimiter, most: number = CSV_LIMITS.columns + 1): string[] {
  const guard = recordGuard(delimiter)
  const [piece] = [...guard.push(line.slice(0, HEAD_BYTES)), ...guard.end()]
  if (!piece || isBroken(piece)) return []
  return (tokenizer(delimiter)(piece)[0] ?? []).slice(0, most)
}
