/** The reasons for refusing a whole file. The messages are in `core/import/messages.ts`. */
export const REFUSAL_CODES = [
  'not_csv',
  'empty_file',
  'no_rows',
  'file_too_large',
  'encoding_mixed',
  'encoding_unknown',
  'header_missing',
  'header_duplicate',
  'header_forbidden',
  'header_unknown_or_missing',
  'header_of_list',
  'header_too_wide',
  'too_large_for_atomic',
  'too_many_rows',
] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/**
 * Thrown for a file that cannot be read as a sheet at all. `code` is the reason. A bad row is a problem of that row.
 */
export class CsvRefusal extends Error {
  readonly code: RefusalCode
  readonly values: Record<string, unknown>

  constructor(code: RefusalCode, values: Record<string, unknown> = {}) {
    super(code)
    this.name = 'CsvRefusal'
    this.code = code
    this.values = values
  }
}
