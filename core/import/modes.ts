/** What is done with rows that exist already: left alone, or brought up to date. */
export const IMPORT_MODES = ['create', 'upsert'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

/** What is done where rows are bad: nothing is written, or the good rows are. */
export const ON_ERROR = ['stop', 'skip'] as const
export type OnError = (typeof ON_ERROR)[number]
