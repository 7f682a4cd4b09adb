/** Returns the next index in a list that wraps around. From -1 it is the first index downwards, the last upwards. */
export const step = (at: number, length: number, by: 1 | -1): number =>
  length === 0 ? -1 : at < 0 ? (by === 1 ? 0 : length - 1) : (at + by + length) % length
