/** The values of the flag; the first is the default. */
export const PROGRESS = ['text', 'json'] as const
