/** Returns a moment as it is stored and answered. */
export const iso = (time: number): string => new Date(time).toISOString()
