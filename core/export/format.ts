import { BYTE_ORDER_MARK, csvHeader, type Delimiter } from '../csv/write'

/** CSV with commas, TSV with tabs; both begin with a byte-order mark (EXPORT-05). */
export const EXPORT_FORMATS = ['csv', 'tsv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const DELIMITER_OF: Record<ExportFormat, Delimiter> = { csv: ',', tsv: '\t' }
export const MEDIA_TYPE_OF: Record<ExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  tsv: 'text/tab-separated-values;charset=utf-8',
}

/** Returns the beginning of a file: its mark and the names of its columns. */
export const beginningOf = (columns: readonly string[], format: ExportFormat): string =>
  BYTE_ORDER_MARK + csvHeader(columns, DELIMITER_OF[format])

/** Names a file `site-12-20250131-142530.csv`: content, client and time of making (EXPORT-06, A-066). */
export const exportName = (what: string, clientId: number | null, format: ExportFormat, now: number): string =>
  `${[what, ...(clientId === null ? [] : [clientId]), timestamp(now)].join('-')}.${format}`

/** Returns yyyyMMdd-HHmmss in local time, the time of the person who reads the name. */
function timestamp(now: number): string {
  const at = new Date(now)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`
}
