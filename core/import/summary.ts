/** `read` is always the sum of all the others: no row of a file goes missing from its summary. */
export type ImportSummary = {
  read: number
  created: number
  updated: number
  unchanged: number
  /** Rows whose record exists and differs. Mode `create` does not change it. */
  skipped: number
  rejected: number
  /** Not sent, or sent without a reliable answer. Another run settles them. */
  unsent: number
}

/** The figures of a summary in the order in which they add up. */
export const FIGURES = [
  'read',
  'created',
  'updated',
  'unchanged',
  'skipped',
  'rejected',
  'unsent',
] as const satisfies readonly (keyof ImportSummary)[]

/** Picks the figures out of a larger result. */
export const summaryOf = (result: ImportSummary): ImportSummary =>
  Object.fromEntries(FIGURES.map((name) => [name, result[name]])) as ImportSummary

/** Returns the number of rows that a plan would write, or that a run wrote. */
export const writesOf = ({ created, updated }: ImportSummary): number => created + updated

/** Returns the summary of a run that was not begun: the rows that would have been written are unsent. */
export function nothingWritten({ read, rejected }: ImportSummary): ImportSummary {
  return { read, created: 0, updated: 0, unchanged: 0, skipped: 0, rejected, unsent: read - rejected }
}
