/** What some flags of an import can be, the first where none is given. */
export const MODES = ['create', 'upsert'] as const
export const ON_ERROR = ['stop', 'skip'] as const
export const PROGRESS = ['text', 'json'] as const
