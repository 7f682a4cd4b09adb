/** A record as lists, forms and commands pass it on, of any resource. */
export type Row = { id: number; version?: number } & Record<string, unknown>
