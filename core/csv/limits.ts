/**
 * The limits that an import checks before it parses, so that no file costs more than its size. They are this product's
 * own, and well above every real sheet. A cell of Excel holds 32,767 characters.
 */
export const CSV_LIMITS = {
  /** Bytes of a file: 1 GiB. */
  bytes: 1_073_741_824,
  /** Columns of a header. */
  columns: 64,
  /** Characters of a cell (32 Ki). */
  cell: 32_768,
  /** Characters of a record (256 Ki), line end excluded. */
  record: 262_144,
  /** Characters a quote may stay open for (64 Ki): one open for longer was never closed. */
  openQuote: 65_536,
  /** Records of a file. */
  rows: 5_000_000,
} as const
