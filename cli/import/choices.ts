/** What the flag can be, the first where it is not given. */
export const PROGRESS = ['text', 'json'] as const
