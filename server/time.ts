/** Returns a time (ms since 1970) as it is stored and returned: ISO 8601 in UTC. */
export const iso = (time: number): string => new Date(time).toISOString()
