/** A record of any resource, as lists, forms and commands use it. */
export type Row = { id: number; version?: number } & Record<string, unknown>
