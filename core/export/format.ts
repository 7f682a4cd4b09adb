import { BYTE_ORDER_MARK, csvHeader, type Delimiter } from '../csv/write'

/** CSV with commas, TSV with tabs; both begin with a byte-order mark (EXPORT-05). */
export const EXPORT_FORMATS = ['csv', 'tsv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const DELIMITER_OF: Record<ExportFormat, Delimiter> = { csv: ',', tsv: '\t' }
export const MEDIA_TYPE_OF: Record<ExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  tsv: 'text/tab-separated-values;charset=utf-8',
}

/** Returns the head of a file: the byte-order mark and the header row. */
export const fileHead = (columns: readonly string[], format: ExportFormat): string =>
  BYTE_ORDER_MARK + csvHeader(columns, DELIMITER_OF[format])

/**
 * Returns the name of a file, such as `site-12-20250131-142530.csv`: its content, the id of a client or of a schema, and
 * the local time (EXPORT-06, A-066).
 */
export const exportName = (content: string, id: number | null, format: ExportFormat, now: number): string =>
  `${[content, ...(id === null ? [] : [id]), timestamp(now)].join('-')}.${format}`

/** Returns the time as `yyyyMMdd-HHmmss`, in the time zone of the user. */
function timestamp(now: number): string {
  const at = new Date(now)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}${twoDigits(at.getMonth() + 1)}${twoDigits(at.getDate())}`
  return `${day}-${twoDigits(at.getHours())}${twoDigits(at.getMinutes())}${twoDigits(at.getSeconds())}`
}
