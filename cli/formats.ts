/** The formats of an output. */
export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'tsv', 'ids'] as const
export type Format = (typeof FORMATS)[number]

/** How rows are written: in a format, or as the lines of `--template`. */
export type Style = Format | { template: string }
