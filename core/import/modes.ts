/** The treatment of rows that exist already: left alone, or updated. */
export const IMPORT_MODES = ['create', 'upsert'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

/** The treatment of a file with bad rows: nothing is written, or the good rows are. */
export const ON_ERROR = ['stop', 'skip'] as const
export type OnError = (typeof ON_ERROR)[number]
