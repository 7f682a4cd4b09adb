/** Returns how high the room of a file stands in its package: a file imports from lower rooms alone. */
export function level(path: string): number
